// A map in a frame of its own: it is dragged, brought nearer, and read paper by paper.
"use strict";

const map = JSON.parse(document.getElementById("map").textContent);
const stage = document.getElementById("stage"), chosen = document.getElementById("chosen");
const held = { grabbable: false, selectable: false };

const cy = cytoscape({
  container: stage, layout: { name: "preset" }, minZoom: 0.05, maxZoom: 6, userZoomingEnabled: false,
  boxSelectionEnabled: false, hideEdgesOnViewport: map.citations.length > 4000,
  elements: [
    ...map.marks.map(([x], n) => ({
      data: { id: `year ${n}`, height: map.height }, position: { x, y: map.height / 2 }, classes: "year", ...held,
    })),
    ...map.papers.map((one, n) => ({
      data: { ...one, id: `n${n}` }, position: { x: one.x, y: one.y }, classes: one.given ? "paper given" : "paper",
    })),
    ...map.citations.map(([from, to], n) => ({ data: { id: `e${n}`, source: `n${from}`, target: `n${to}` } })),
  ],
  style: [
    { selector: "node", style: { "overlay-opacity": 0 } },
    { selector: ".paper", style: {
      width: "data(size)", height: "data(size)", "background-color": "data(colour)", label: "data(label)",
      "border-width": 1.5, "border-color": "#fff", "font-size": 11, color: "#1f2933", "text-valign": "bottom",
      "text-margin-y": 2, "min-zoomed-font-size": 8, "text-background-color": "#fff", "text-background-opacity": 0.75,
    } },
    { selector: ".given", style: { "border-width": 3, "border-color": "#1f2933", "font-weight": 700 } },
    { selector: ".year", style: {
      shape: "rectangle", width: 1, height: "data(height)", "background-color": "#e8edf2", events: "no", "z-index": 0,
    } },
    { selector: "edge", style: {
      width: 1, "line-color": "#9aa5b1", "curve-style": "haystack", events: "no", opacity: 0.35, "overlay-opacity": 0,
    } },
    { selector: ".far", style: { opacity: 0.22 } },
    { selector: ".citing", style: { "line-color": "#d9480f", opacity: 0.8 } },
    { selector: ".cited", style: { "line-color": "#0b7285", opacity: 0.8 } },
  ],
});

function marks() {
  const zoom = cy.zoom(), { x, y } = cy.pan(), [first, second] = map.marks;
  const step = Math.max(1, Math.ceil(44 / (zoom * (second ? second[0] - first[0] : 44))));
  const years = map.marks.filter((_, n) => n % step === 0).map(([at, year]) => mark(year, "left", at * zoom + x));
  const lanes = map.lanes.map(({ name, top, colour }) => mark(name, "top", top * zoom + y, colour));
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
  cy.elements().removeClass("far citing cited");
  if (!node) {
    chosen.textContent = "Choose a paper to read of it; drag papers up and down, and the map anywhere.";
    return;
  }
  cy.nodes(".paper").not(node.closedNeighborhood()).addClass("far");
  node.incomers("edge").addClass("citing");
  node.outgoers("edge").addClass("cited");
  const one = node.data(), title = document.createElement(one.page ? "a" : "strong");
  title.textContent = one.title;
  if (one.page) Object.assign(title, { href: one.page, target: "_blank", rel: "noopener noreferrer" });
  const about = document.createElement("div");
  about.textContent = `${one.authors} · ${one.year} · ${one.citations.toLocaleString("en")} citations · ${one.community ?? "in none"} · `
    + `${node.incomers("edge").length} of the map cite it (orange), it cites ${node.outgoers("edge").length} (blue)`;
  chosen.replaceChildren(title, about);
}

function zoomed(by) {
  cy.zoom({ level: cy.zoom() * by, renderedPosition: { x: stage.clientWidth / 2, y: stage.clientHeight / 2 } });
}

// As much as can be read, from its end, where most papers are.
function fit() {
  const wide = stage.clientWidth / (map.width + 20), high = stage.clientHeight / (map.height + 40);
  const zoom = Math.min(Math.max(Math.min(wide, high), map.papers.length > 200 ? 0.05 : 0.55), 1.4);
  const x = zoom > wide ? stage.clientWidth - zoom * (map.width + 10) : (stage.clientWidth - zoom * map.width) / 2;
  cy.viewport({ zoom, pan: { x, y: Math.max(18, (stage.clientHeight - zoom * map.height) / 2) } });
}

cy.on("viewport resize", marks);
cy.on("tap", (event) => pick(event.target === cy ? null : event.target));
cy.on("drag", ".paper", (event) => event.target.position("x", event.target.data("x")));
document.getElementById("fit").addEventListener("click", fit);
document.getElementById("closer").addEventListener("click", () => zoomed(1.4));
document.getElementById("farther").addEventListener("click", () => zoomed(1 / 1.4));
fit();
marks();
pick(null);
