// A button at each table that saves it as CSV, so that the one file needs no other.
"use strict";
for (const table of document.querySelectorAll("table[data-sorts]")) {
  const text = (cell) => cell.textContent.replace(/\s+/g, " ").trim();
  const quoted = (said) => {
    const harmless = /^[=+@\t\r]|^-(?![\d.])/.test(said) ? `'${said}` : said;  // what programs take for a formula
    return /[",\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
  };
  const heads = () => {
    const groups = [...table.querySelectorAll("thead th[scope=colgroup]")];
    const over = groups.flatMap((one) => Array(one.colSpan).fill(text(one)));
    return [...table.querySelectorAll("thead th[scope=col]")].map((one) => {
      const above = groups.length && one.rowSpan === 1 ? `${over.shift()} ` : "";
      return above + text(one);
    });
  };
  const button = document.createElement("button");
  button.className = "saves";
  button.textContent = "CSV";
  button.addEventListener("click", () => {
    const rows = [...table.tBodies].flatMap((body) => [...body.rows]);
    const cells = rows.map((row) => [...row.cells].map((cell) => cell.dataset.value ?? text(cell).replace(/^−/, "-")));
    const lines = [heads(), ...cells].map((row) => row.map(quoted).join(","));
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([`${lines.join("\r\n")}\r\n`], { type: "text/csv" }));
    link.download = `${(table.parentElement.ariaLabel ?? "table").toLowerCase().replace(/\W+/g, "-")}.csv`;
    link.click();
    URL.revokeObjectURL(link.href);
  });
  table.parentElement.before(button);
}
