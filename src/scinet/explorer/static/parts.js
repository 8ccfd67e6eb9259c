// Parts of a page that come after it: the keyboard keeps its place, and all of them are printed.
"use strict";

const CONTROLS = "a[href], button:enabled, input:enabled, select:enabled, summary";
const ROWS = "li, tbody tr";

// Remembers where the keyboard is in what is about to be replaced. What is returned puts it to the
// same control of what came instead, or to the one in its place.
function held(old) {
  const now = document.activeElement;
  if (now === old || !old.contains(now)) return () => {};
  const place = [...old.querySelectorAll(CONTROLS)].indexOf(now), { id, textContent: said, dataset: { paper } } = now;
  return (fresh) => {
    if (document.activeElement !== document.body) return;
    const all = [...fresh.querySelectorAll(CONTROLS)];
    const same = all.find((one) => (id ? one.id === id : one.textContent === said && one.dataset.paper === paper));
    const there = all[Math.min(place, all.length - 1)], of = (one) => one?.dataset.paper === paper;
    toward(same ?? (of(there) ? there : all.find(of)) ?? there ?? fresh);
  };
}

function toward(one) {
  if (!one.matches(CONTROLS)) one.tabIndex = -1;
  one.focus();
}

let put = null;
document.addEventListener("htmx:beforeSwap", ({ detail: { target, requestConfig } }) => {
  const before = target.querySelectorAll(ROWS).length, back = held(target);
  const isMore = requestConfig.elt === document.activeElement && requestConfig.elt.matches("[data-more]");
  put = (fresh) => {
    const row = isMore && fresh.querySelectorAll(ROWS)[before];
    if (row) toward(row.querySelector(CONTROLS) ?? row);
    else back(fresh);
  };
});
document.addEventListener("htmx:afterSwap", ({ target, detail }) => {
  put?.(detail.target.isConnected ? detail.target : target);
  put = null;
});

// What is given up, since something else is asked for in its place, is not an error.
htmx.logger = (_, name, detail) => {
  if (name === "htmx:sendAbort" || name === "htmx:afterRequest") delete detail.error;
};

const UNANSWERED = "The explorer does not answer. See whether it still runs and whether this machine is connected, then ";

document.addEventListener("htmx:sendError", ({ detail: { elt, target, pathInfo } }) => {
  if (!target.isConnected || target.matches("datalist")) return;
  const said = document.createElement("p"), again = document.createElement("button"), fault = document.createElement("div");
  said.textContent = `${UNANSWERED}try again.`;
  again.textContent = "Try again";
  for (const [name, value] of Object.entries({ get: pathInfo.finalRequestPath, target: "closest .fault", swap: "outerHTML" })) again.setAttribute(`hx-${name}`, value);
  fault.className = "fault";
  fault.setAttribute("role", "alert");
  fault.append(said, ...(target.matches(".offers") ? [] : [again]));
  const back = held(target);
  if (elt.getAttribute("hx-swap") === "outerHTML") target.replaceWith(fault);
  else target.replaceChildren(fault);
  htmx.process(fault);
  back(fault);
  printing();
});

// Parts that wait until they are seen are asked for before the page is printed.
let isPrinted = true;
const waiting = () => [...document.querySelectorAll(".waiting")];

function read() {
  for (const one of waiting()) if (!one.classList.contains("htmx-request")) htmx.trigger(one, "revealed");
}

function printing() {
  if (isPrinted) return;
  read();
  if (waiting().length) return;
  isPrinted = true;
  window.print();
}

window.addEventListener("beforeprint", read);
document.addEventListener("htmx:afterSettle", printing);
document.addEventListener("keydown", (event) => {
  if (event.key !== "p" || !(event.ctrlKey || event.metaKey) || !waiting().length) return;
  event.preventDefault();
  isPrinted = false;
  printing();
});
