// The map: what the address says is drawn; each act is another address, and undone by going back.
"use strict";

const stage = document.getElementById("stage");
const figure = stage.parentElement;
const MANY = 8000;  // citations; of more, only those of the chosen paper are drawn, or all would freeze
let shown = null, cy = null, chosen = null;

const styles = [
  { selector: "node", style: { "overlay-opacity": 0 } },
  { selector: ".paper", style: {
    width: "data(size)", height: "data(size)", "background-color": "data(colour)", label: "data(label)",
    "border-width": 1.5, "border-color": "#fff", "font-size": 11, color: "#1f2933", "text-valign": "bottom",
    "text-margin-y": 2, "min-zoomed-font-size": 8, "text-background-color": "#fff",
    "text-background-opacity": 0.75, "z-index": "data(citations)",
  } },
  { selector: ".given", style: { "border-width": 3, "border-color": "#1f2933", "font-weight": 700 } },
  { selector: ".pinned", style: { shape: "round-diamond" } },
  { selector: ".far", style: { opacity: 0.22 } },
  { selector: ".chosen", style: { "border-width": 3, "border-color": "#c2410c" } },
  { selector: ".year", style: {
    shape: "rectangle", width: 1, height: "data(height)", "background-color": "#e8edf2", events: "no", "z-index": 0,
  } },
  { selector: "edge", style: {
    width: 1, "line-color": "#9aa5b1", "curve-style": "haystack", events: "no", "overlay-opacity": 0,
  } },
];
const lit = [
  { selector: ".citing", style: { "line-color": "#d9480f", opacity: 0.8, width: 1.6 } },
  { selector: ".cited", style: { "line-color": "#0b7285", opacity: 0.8, width: 1.6 } },
];

function elements(map) {
  const held = { grabbable: false, selectable: false };
  const years = map.marks.map(([x], n) => ({
    data: { id: `year ${n}`, height: map.height }, position: { x, y: map.height / 2 }, classes: "year", ...held,
  }));
  const papers = map.papers.map((one, n) => ({
    data: { ...one, paper: one.id, id: `n${n}` }, position: { x: one.x, y: one.y },
    classes: `paper${one.given ? " given" : ""}${one.pinned ? " pinned" : ""}`,
  }));
  return [...years, ...papers, ...(map.citations.length > MANY ? [] : lines(map.citations))];
}

const lines = (citations, classes = "") => citations.map(([from, to]) => ({
  data: { id: `e${from}-${to}`, source: `n${from}`, target: `n${to}` }, classes,
}));

function draw(map) {
  const old = cy && { zoom: cy.zoom(), pan: cy.pan(), width: shown.width, height: shown.height };
  if (cy) cy.destroy();
  shown = map;
  cy = cytoscape({
    container: stage, elements: elements(map), layout: { name: "preset" },
    style: [...styles, { selector: "edge", style: { opacity: Math.max(0.06, 0.35 - Math.min(map.citations.length, MANY) / 20000) } },
      ...(map.papers.length > 2000 ? [{ selector: ".paper", style: { "border-width": 0, "text-background-opacity": 0 } }] : []), ...lit],
    minZoom: 0.05, maxZoom: 6, hideEdgesOnViewport: map.citations.length > 4000,
    pixelRatio: map.papers.length > 2000 ? 1 : "auto", boxSelectionEnabled: false, userZoomingEnabled: true,
  });
  if (old && old.width === map.width && old.height === map.height) cy.viewport(old);
  else fit();
  cy.on("viewport resize", marks);
  cy.on("tap", (event) => pick(event.target === cy ? null : event.target));
  cy.on("drag", ".paper", (event) => event.target.position("x", event.target.data("x")));
  cy.on("dragfree", ".paper", (event) => {
    const one = event.target;
    if (Math.abs(one.position("y") - one.data("y")) > 3) act("pin", one.data("paper"), one.position("y"));
  });
  marks();
  figure.setAttribute("aria-busy", "false");
  document.getElementById("said").hidden = true;
  const again = chosen && cy.nodes(".paper").filter((one) => one.data("paper") === chosen);
  pick(again && again.length ? again[0] : null);
}

// All of a large map; of a small one as much as can be read, from its end, where most papers are.
function fit() {
  const high = stage.clientHeight / (shown.height + 40), wide = stage.clientWidth / (shown.width + 20);
  const least = shown.papers.length > 200 ? 0.05 : 0.62;
  const zoom = Math.min(Math.max(Math.min(wide, high), least), 1.4);
  const x = zoom > wide ? stage.clientWidth - zoom * (shown.width + 10) : (stage.clientWidth - zoom * shown.width) / 2;
  cy.viewport({ zoom, pan: { x, y: Math.max(18, (stage.clientHeight - zoom * shown.height) / 2) } });
}

// Years above and names of communities at the left stay in sight wherever one looks.
function marks() {
  const zoom = cy.zoom(), { x, y } = cy.pan(), [first, second] = shown.marks;
  const step = Math.max(1, Math.ceil(44 / (zoom * (second ? second[0] - first[0] : 44))));
  const years = shown.marks.filter((_, n) => n % step === 0).map(([at, year]) => mark(year, "left", at * zoom + x));
  const lanes = shown.lanes.map(({ name, top, colour }) => mark(name, "top", top * zoom + y, colour));
  document.getElementById("years").replaceChildren(...years);
  document.getElementById("lanes").replaceChildren(...lanes);
}

function mark(text, side, place, colour = "") {
  const made = document.createElement("span");
  made.textContent = text;
  made.style[side] = `${place}px`;
  made.style.color = colour;
  return made;
}

function pick(node) {
  const isLarge = shown.citations.length > MANY;
  cy.batch(() => {
    cy.$(".far, .chosen, .citing, .cited").removeClass("far chosen citing cited");
    if (isLarge) cy.edges().remove();
  });
  chosen = node ? node.data("paper") : null;
  const aside = document.getElementById("chosen");
  if (!node) {
    const how = "Choose a paper to read, grow or prune it. Drag one up or down to pin it.";
    const many = `Of the ${shown.citations.length.toLocaleString("en")} citations, those of the chosen paper are drawn.`;
    aside.replaceChildren(...[how, ...(isLarge ? [many] : [])].map((said) => paragraph("note", said)));
    return;
  }
  cy.batch(() => {
    if (isLarge) {
      const at = Number(node.id().slice(1));
      cy.add(lines(shown.citations.filter((ends) => ends.includes(at))));
    } else cy.nodes(".paper").not(node.closedNeighborhood()).addClass("far");
    node.addClass("chosen");
    node.incomers("edge").addClass("citing");
    node.outgoers("edge").addClass("cited");
  });
  const one = node.data(), title = document.createElement("a");
  title.className = "name";
  title.textContent = one.title;
  title.href = `/paper?${new URLSearchParams({ id: one.paper, ...before() })}`;
  const buttons = paragraph("acts", "");
  const acts = [["grow", "Grow"], [one.pinned ? "free" : "pin", one.pinned ? "Unpin" : "Pin"], ["prune", "Prune"]];
  if (!one.given) acts.push(["centre", "Map around it too"]);
  for (const [name, said] of acts) {
    const button = document.createElement("button");
    Object.assign(button.dataset, { act: name, paper: one.paper });
    button.textContent = said;
    button.disabled = name === "prune" && one.given && given().length === 1;
    buttons.append(button);
  }
  const counts = `${node.incomers("edge").length} of the map cite it, it cites ${node.outgoers("edge").length}`;
  aside.replaceChildren(
    title, paragraph("by", one.authors),
    paragraph("by", `${one.year} · ${one.citations.toLocaleString("en")} citations`),
    paragraph("by", counts), paragraph("by", one.community), buttons,
  );
}

function paragraph(kind, text) {
  const made = document.createElement("p");
  made.className = kind;
  made.textContent = text;
  return made;
}

const address = () => new URLSearchParams(location.search);
const given = () => address().getAll("papers").filter((one) => one.trim());
const before = () => (address().get("before") ? { before: address().get("before") } : {});

function act(name, paper, y) {
  const query = address(), pin = query.getAll("pin").filter((one) => one.slice(0, one.lastIndexOf("@")) !== paper);
  const drop = (key) => query.delete(key, paper);
  const at = shown.papers.find((one) => one.id === paper);
  if (name !== "grow" && (pin.length !== query.getAll("pin").length || name === "pin")) {
    query.delete("pin");
    pin.forEach((one) => query.append("pin", one));
  }
  if (name === "pin") query.append("pin", `${paper}@${Math.round(y ?? at.y)}`);
  if (name === "grow") query.append("grow", paper);
  if (name === "add") query.append("add", paper);
  if (name === "centre") query.append("papers", paper);
  if (name === "prune") {
    ["papers", "grow", "add"].forEach(drop);
    query.append("without", paper);
    if (chosen === paper) chosen = null;
  } else drop("without");
  go(query.toString(), true);
}

async function go(query, push) {
  figure.setAttribute("aria-busy", "true");
  const [page, graph] = await Promise.all([fetch(`/map?${query}`), fetch(`/map/graph?${query}`)]);
  if (!page.ok || !graph.ok) {
    location.assign(`/map?${query}`);  // the page says what is wrong
    return;
  }
  if (push) history.pushState({ steps: steps() + 1 }, "", `/map?${query}`);
  const next = new DOMParser().parseFromString(await page.text(), "text/html");
  for (const where of [".time", "#tools", "#beneath", "h1"]) {
    const fresh = document.adoptNode(next.querySelector(where));
    document.querySelector(where).replaceWith(fresh);
    htmx.process(fresh);
  }
  sliders();
  tools();
  draw(await graph.json());
}

const steps = () => history.state?.steps ?? 0;

function tools() {
  const on = (id, does) => document.getElementById(id).addEventListener("click", does);
  on("undo", () => history.back());
  on("fit", fit);
  on("closer", () => zoomed(1.4));
  on("farther", () => zoomed(1 / 1.4));
  on("png", async () => {
    const link = document.createElement("a");
    const scale = Math.min(2, 8000 / shown.width, 8000 / shown.height);
    link.href = URL.createObjectURL(await cy.png({ output: "blob-promise", full: true, scale, bg: "#fff" }));
    link.download = "map.png";
    link.click();
    URL.revokeObjectURL(link.href);
  });
  document.getElementById("undo").disabled = steps() === 0;
}

function zoomed(by) {
  const middle = { x: stage.clientWidth / 2, y: stage.clientHeight / 2 };
  cy.zoom({ level: cy.zoom() * by, renderedPosition: middle });
}

document.getElementById("main").addEventListener("click", (event) => {
  const button = event.target.closest("[data-act]"), link = event.target.closest("a[href^='/map?']");
  if (button) act(button.dataset.act, button.dataset.paper);
  else if (link && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
    event.preventDefault();
    go(link.getAttribute("href").slice(5), true);
  }
});
window.addEventListener("popstate", () => go(location.search.slice(1), false));

tools();
fetch(figure.dataset.graph).then(async (answer) => {
  if (answer.ok) draw(await answer.json());
  else {
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    document.getElementById("said").textContent = page.querySelector(".fault")?.innerText ?? "The map cannot be drawn.";
  }
});
