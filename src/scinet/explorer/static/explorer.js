// What pages do beyond links and forms: the slider of years, the keyboard, tabs, copying.
"use strict";

function moveTo(form, year, last) {
  const day = form.querySelector("input[type=date]");
  day.value = year >= last ? "" : `${String(year).padStart(4, "0")}-01-01`;
  day.disabled = day.value === "";  // an empty day stays out of the address
  form.requestSubmit();
}

function sliders() {
  for (const range of document.querySelectorAll(".time input[type=range]")) {
    const form = range.form, last = Number(range.dataset.last);
    const said = form.querySelector(".when");
    range.addEventListener("input", () => {
      const year = Number(range.value);
      said.textContent = year >= last ? "All days" : `Before ${year}-01-01`;
    });
    range.addEventListener("change", () => moveTo(form, Number(range.value), last));
    form.querySelector("input[type=date]").addEventListener("change", (event) => {
      if (event.target.value || event.target.validity.valid) {
        event.target.disabled = event.target.value === "";
        form.requestSubmit();
      }
    });
  }
}

function step(by) {
  const range = document.querySelector(".time input[type=range]");
  if (!range) return;
  const year = Math.min(Math.max(Number(range.value) + by, Number(range.min)), Number(range.max));
  if (year !== Number(range.value)) moveTo(range.form, year, Number(range.dataset.last));
}

function choose(box, options, to) {
  options.forEach((one, place) => one.setAttribute("aria-selected", String(place === to)));
  if (to >= 0) box.setAttribute("aria-activedescendant", options[to].id);
  else box.removeAttribute("aria-activedescendant");
}

function searching(box) {
  const list = document.getElementById(box.getAttribute("aria-controls"));
  box.addEventListener("keydown", (event) => {
    const options = [...list.querySelectorAll("[role=option]")];
    const now = options.findIndex((one) => one.getAttribute("aria-selected") === "true");
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      if (!options.length) return;
      event.preventDefault();
      const by = event.key === "ArrowDown" ? 1 : -1;
      choose(box, options, (now + by + options.length + (now < 0 && by < 0 ? 1 : 0)) % options.length);
    } else if (event.key === "Enter" && now >= 0) {
      event.preventDefault();
      location.assign(options[now].href);
    } else if (event.key === "Escape") {
      list.replaceChildren();
      box.setAttribute("aria-expanded", "false");
    }
  });
  list.addEventListener("htmx:afterSwap", () => {
    box.setAttribute("aria-expanded", String(list.childElementCount > 0));
  });
}

function tabs(list) {
  const all = [...list.querySelectorAll("[role=tab]")];
  const select = (one) => {
    for (const tab of all) {
      tab.setAttribute("aria-selected", String(tab === one));
      tab.tabIndex = tab === one ? 0 : -1;
    }
  };
  list.addEventListener("click", (event) => {
    const tab = event.target.closest("[role=tab]");
    if (tab) select(tab);
  });
  list.addEventListener("keydown", (event) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!by) return;
    const next = all[(all.indexOf(document.activeElement) + by + all.length) % all.length];
    next.focus();
    next.click();
  });
}

document.addEventListener("keydown", (event) => {
  const writes = event.target.closest("input, textarea, select, [contenteditable]");
  if (writes || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "/") {
    event.preventDefault();
    document.querySelector("#large-q, #q").focus();
  } else if (event.key === "[") step(-1);
  else if (event.key === "]") step(1);
});

document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-copy], [data-copy-address]");
  if (!button) return;
  const source = document.getElementById(button.dataset.copy);
  await navigator.clipboard.writeText(source ? source.value ?? source.textContent : location.href);
  const said = button.textContent;
  button.textContent = "Copied";
  setTimeout(() => { button.textContent = said; }, 1500);
});

// A picture as pixels, twice as many as it has points.
async function pixels(button) {
  const image = new Image();
  image.src = button.dataset.png;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = 2 * image.naturalWidth;
  canvas.height = 2 * image.naturalHeight;
  const context = canvas.getContext("2d");
  context.fillStyle = "#fff";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  const file = await new Promise((done) => canvas.toBlob(done, "image/png"));
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  const name = new URL(button.dataset.png, location.href).pathname.slice(1).replaceAll("/", "-");
  link.download = `${name}.png`;
  link.click();
  URL.revokeObjectURL(link.href);
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-png]");
  if (button) pixels(button);
});

sliders();
document.querySelectorAll("[role=combobox]").forEach(searching);
document.addEventListener("htmx:load", (event) => {
  event.detail.elt.querySelectorAll("[role=tablist]").forEach(tabs);
});
