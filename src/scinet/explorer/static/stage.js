// A map on its stage, in the pages and in a notebook: papers, years above, communities at the left.
"use strict";

const stage = document.getElementById("stage");
let cy = null, shown = null;

const styles = [
  { selector: "node", style: { "overlay-opacity": 0 } },
  { selector: ".paper", style: {
    width: "data(size)", height: "data(size)", "background-color": "data(colour)",
    "border-width": 1.5, "border-color": "#fff", "font-size": 11, color: "#1f2933", "text-valign": "bottom",
    "text-margin-y": 2, "min-zoomed-font-size": 8, "text-background-color": "#fff",
    "text-background-opacity": 0.75, "z-index": "data(citations)",
  } },
  { selector: ".paper[?named], .told", style: { label: "data(label)" } },
  { selector: ".told", style: { "min-zoomed-font-size": 0, "z-index": 1e6 } },
  { selector: ".given", style: { "border-width": 3, "border-color": "#1f2933", "font-weight": 700 } },
  { selector: ".far", style: { opacity: 0.22 } },
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

const lines = (citations) => citations.map(([from, to]) => ({
  data: { id: `e${from}-${to}`, source: `n${from}`, target: `n${to}` },
}));

// Draws a map with those of its citations that are given; `own` are further styles and settings.
function show(map, citations, { style, ...own }) {
  const held = { grabbable: false, selectable: false };
  const years = map.marks.map(([x], n) => ({
    data: { id: `year ${n}`, height: map.height }, position: { x, y: map.height / 2 }, classes: "year", ...held,
  }));
  const papers = map.papers.map((one, n) => ({
    data: { ...one, paper: one.id, id: `n${n}` }, position: { x: one.x, y: one.y },
    classes: `paper${one.given ? " given" : ""}${one.pinned ? " pinned" : ""}`,
  }));
  shown = map;
  cy = cytoscape({
    container: stage, elements: [...years, ...papers, ...lines(citations)], layout: { name: "preset" },
    style: [...styles, ...style, ...lit], minZoom: 0.05, maxZoom: 6, boxSelectionEnabled: false,
    hideEdgesOnViewport: map.citations.length > 4000, ...own,
  });
  cy.on("viewport resize", marks);
  cy.on("tap", (event) => pick(event.target === cy ? null : event.target));
  cy.on("mouseover", ".paper", (event) => event.target.addClass("told"));
  cy.on("mouseout", ".paper", (event) => event.target.removeClass("told"));
  cy.on("drag", ".paper", (event) => event.target.position("x", event.target.data("x")));
  fit();
  marks();
}

// All of a large map; of a small one as much as can be read, around the papers that it is around.
function fit() {
  const high = stage.clientHeight / (shown.height + 40), wide = stage.clientWidth / (shown.width + 20);
  const least = shown.papers.length > 200 ? 0.05 : 0.62;
  const zoom = Math.min(Math.max(Math.min(wide, high), least), 1.4);
  const given = shown.papers.filter((one) => one.given), papers = given.length ? given : shown.papers;
  const middle = (key) => papers.reduce((sum, one) => sum + one[key], 0) / papers.length;
  const along = (room, size, at, edge) => (zoom * size <= room - edge ? Math.max(edge, (room - zoom * size) / 2)
    : Math.min(edge, Math.max(room - zoom * size - 10, room / 2 - zoom * at)));
  const x = along(stage.clientWidth, shown.width, middle("x"), 0);
  cy.viewport({ zoom, pan: { x, y: along(stage.clientHeight, shown.height, middle("y"), 18) } });
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

function zoomed(by) {
  const middle = { x: stage.clientWidth / 2, y: stage.clientHeight / 2 };
  cy.zoom({ level: cy.zoom() * by, renderedPosition: middle });
}

// The buttons beside every map.
function zooming() {
  const on = (id, does) => document.getElementById(id).addEventListener("click", does);
  on("fit", fit);
  on("closer", () => zoomed(1.4));
  on("farther", () => zoomed(1 / 1.4));
}
