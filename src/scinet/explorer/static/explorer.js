// What pages do beyond links and forms: the slider of years, the keyboard, tabs, copying.
"use strict";

const dayOf = (form) => form.querySelector("input[type=date]");

function moveTo(form, year, last) {
  dayOf(form).value = year >= last ? "" : `${String(year).padStart(4, "0")}-01-01`;
  form.requestSubmit();
}

function sliders() {
  for (const range of document.querySelectorAll(".time input[type=range]")) {
    const form = range.form, last = Number(range.dataset.last), day = dayOf(form);
    const said = form.querySelector(".when");
    let waiting = 0, pause = 500, isTyped = false;
    range.addEventListener("input", () => {
      const year = Number(range.value);
      said.textContent = year >= last ? "All days" : `Before ${year}-01-01`;
    });
    // Each step by keyboard is a change; a page that is left after the first lets nobody take the next.
    range.addEventListener("keydown", () => { pause = 500; });
    range.addEventListener("pointerdown", () => { pause = 0; });
    range.addEventListener("change", () => {
      clearTimeout(waiting);
      waiting = setTimeout(() => {
        if (document.activeElement === range && pause) sessionStorage.setItem("held", "slider");
        moveTo(form, Number(range.value), last);
      }, pause);
    });
    // A day that is typed is whole, and another, at each digit of its year: Enter or Set sends it.
    day.addEventListener("keydown", () => { isTyped = true; });
    day.addEventListener("pointerdown", () => { isTyped = false; });
    day.addEventListener("change", () => {
      if (!isTyped && !day.validity.badInput) form.requestSubmit();
    });
    form.addEventListener("formdata", ({ formData }) => {
      const tab = new URLSearchParams(location.search).get("tab");  // chosen since the page came
      if (tab) formData.set("tab", tab);
      if (!day.value) formData.delete("before");  // an empty day stays out of the address
    });
  }
}

function step(by) {
  const range = document.querySelector(".time input[type=range]"), before = range?.value;
  if (!range) return;
  range.value = Number(before) + by;
  if (range.value === before) return;  // at an end
  for (const kind of ["input", "change"]) range.dispatchEvent(new Event(kind));
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
  const panel = document.getElementById(all[0].getAttribute("aria-controls"));
  const select = (one) => {
    for (const tab of all) {
      tab.setAttribute("aria-selected", String(tab === one));
      tab.tabIndex = tab === one ? 0 : -1;
    }
    panel.setAttribute("aria-labelledby", one.id);
    // The first panel is not asked for any more when it is scrolled to.
    const first = panel.querySelector(".waiting");
    first?.replaceWith(...first.childNodes);
    // Whoever comes back, or moves the day, finds it again.
    const withTab = (address) => {
      const to = new URL(address);
      to.searchParams.set("tab", one.id.replace("tab-", ""));
      return to.href;
    };
    history.replaceState(history.state, "", withTab(location.href));
    for (const link of document.querySelectorAll(".time .quiet")) link.href = withTab(link.href);
  };
  list.addEventListener("click", (event) => {
    const tab = event.target.closest("[role=tab]");
    if (tab) select(tab);
  });
  list.addEventListener("keydown", (event) => {
    const now = all.indexOf(document.activeElement), last = all.length - 1;
    const to = { ArrowRight: now === last ? 0 : now + 1, ArrowLeft: now === 0 ? last : now - 1, Home: 0, End: last }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    all[to].focus();
    all[to].click();
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

function flash(button, text) {
  const said = button.textContent;
  button.textContent = text;
  setTimeout(() => { button.textContent = said; }, 1500);
}

// A page of another machine has no clipboard unless it comes by https; what is selected can be copied there.
async function copy(text, button) {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const box = document.createElement("textarea");
  box.value = text;
  button.after(box);
  box.focus({ preventScroll: true });
  box.select();
  const isCopied = document.execCommand("copy");
  box.remove();
  button.focus({ preventScroll: true });
  if (!isCopied) throw new Error("the browser does not copy");
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-copy], [data-copy-address]");
  if (!button) return;
  const source = document.getElementById(button.dataset.copy);
  const text = source ? source.value ?? source.textContent : location.href;
  copy(text, button).then(() => flash(button, "Copied"), () => flash(button, "Not copied"));
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
  if (button) pixels(button).catch(() => flash(button, "Not saved"));
});

sliders();
if (sessionStorage.getItem("held")) {
  sessionStorage.removeItem("held");
  document.querySelector(".time input[type=range]")?.focus();
}
document.querySelectorAll("[role=combobox]").forEach(searching);
document.addEventListener("htmx:load", (event) => {
  event.detail.elt.querySelectorAll("[role=tablist]").forEach(tabs);
});
