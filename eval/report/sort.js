// Headings that sort their tables: numbers by what the cell says they are, from the largest down.
"use strict";
function sorts(table) {
  const heads = [...table.querySelectorAll("thead th[scope=col]")];
  const value = (row, at) => {
    const said = row.cells[at].dataset.value ?? row.cells[at].textContent.trim();
    const number = Number(said.replaceAll(",", "").replace("−", "-").replace(/[ %]+$/, ""));
    return ["", "-", "–"].includes(said) ? null : Number.isNaN(number) ? said.toLowerCase() : number;
  };
  heads.forEach((head, at) => {
    const button = document.createElement("button");
    button.className = "sorts";
    button.append(...head.childNodes);
    head.append(button);
    button.addEventListener("click", () => {
      const down = head.getAttribute("aria-sort") === "descending", sign = down ? 1 : -1;
      heads.forEach((one) => one.removeAttribute("aria-sort"));
      head.setAttribute("aria-sort", down ? "ascending" : "descending");
      for (const body of table.tBodies) {
        const rows = [...body.rows].map((row) => [value(row, at), row]);
        rows.sort(([a], [b]) => (a === null) - (b === null) || sign * ((a > b) - (a < b)));
        body.append(...rows.map(([, row]) => row));
      }
    });
  });
}
const sortable = (part) => part.querySelectorAll("table[data-sorts]:not(:has(.sorts))").forEach(sorts);
sortable(document);
document.addEventListener("htmx:load", (event) => sortable(event.detail.elt));  // what pages bring later
