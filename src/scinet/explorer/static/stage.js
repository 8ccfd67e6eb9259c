// A map on its stage, in the pages and in a notebook: papers, years above, communities at the left.
"use strict";

const stage = document.getElementById("stage");
const under = stage.parentElement.insertBefore(document.createElement("canvas"), stage);
const MANY = 4000;  // citations; of more, lines wait until the map is still
const over = stage.insertAdjacentElement("afterend", document.createElement("canvas"));
const AXIS = 28;  // pixels of the years above
const LEAST = 360;  // pixels of a high map
const NAMED = 60;  // names of papers that are in sight at most
const LETTERS = 'system-ui, "Segoe UI", "Helvetica Neue", Arial, sans-serif';
let cy = null, shown = null, still = 0, stretch = 1, told = null;

// Where days are on the stage: farther apart on one that is wide for its height, else closer.
const across = (x) => x * stretch;

const styles = [
  { selector: "node", style: { "overlay-opacity": 0 } },
  { selector: ".paper", style: {
    width: "data(size)", height: "data(size)", "background-color": "data(colour)",
    "border-width": 1.5, "border-color": "#fff", "z-index": "data(citations)",
  } },
  { selector: ".given", style: { "border-width": 3, "border-color": "#1f2933" } },
  { selector: ".far", style: { opacity: 0.22 } },
  { selector: "edge", style: {
    width: 1.6, opacity: 0.8, "curve-style": "haystack", events: "no", "overlay-opacity": 0,
  } },
  { selector: ".citing", style: { "line-color": "#d9480f" } },
  { selector: ".cited", style: { "line-color": "#0b7285" } },
];

// Draws a map; `own` are further styles and settings.
function show(map, { style, ...own }) {
  // Of which names are drawn first, where not all have room.
  const first = (one) => (one.given ? Infinity : one.citations), order = [...map.papers.keys()].filter((n) => !map.papers[n].group);
  shown = { ...map, order: order.sort((a, b) => first(map.papers[b]) - first(map.papers[a]) || a - b) };
  told = null;
  const all = measured();
  const papers = map.papers.map((one, n) => ({
    data: { ...one, paper: one.id, id: `n${n}` }, position: { x: across(one.x), y: one.y },
    classes: ["paper", ...["given", "pinned", "group"].filter((kind) => one[kind])].join(" "), grabbable: !one.group,
  }));
  cy = cytoscape({
    container: stage, elements: papers, layout: { name: "preset", fit: false }, style: [...styles, ...style],
    minZoom: 0.05, maxZoom: 6, boxSelectionEnabled: false, ...all, ...own,
  });
  cy.one("render", inward);
  cy.on("viewport resize", moved);
  cy.on("tap", (event) => pick(event.target === cy ? null : event.target));
  const tell = (one) => {
    told = one;
    named();
  };
  cy.on("mouseover", ".paper", (event) => tell(place(event.target)));
  cy.on("mouseout", ".paper", () => tell(null));
  cy.on("drag", ".paper", (event) => {
    const one = event.target;
    one.position("x", across(one.data("x")));
    map.papers[place(one)].y = one.position("y");
    moved();
  });
  moved();
}

// Names of groups that would be cut off at a side of the map are moved into it.
function inward() {
  for (const node of cy.nodes(".group")) {
    const { x1, x2 } = node.boundingBox({ includeNodes: false, includeOverlays: false });
    const by = x1 < 0 ? -x1 : Math.min(0, across(shown.width) - x2);
    if (by) node.style("text-margin-x", by);
  }
}

const place = (node) => Number(node.id().slice(1));

// The lines of one paper in colour, or of none, and what is not joined with it pale.
function light(node) {
  lit(node, () => {
    const at = node && place(node);
    if (node) cy.add(shown.citations.filter((ends) => ends.includes(at)).map(([from, to]) => ({
      data: { source: `n${from}`, target: `n${to}` }, classes: to === at ? "citing" : "cited",
    })));
  });
}

// Chooses one, or none; `add` draws its lines.
function lit(node, add) {
  cy.batch(() => {
    cy.edges().remove();
    cy.$(".far, .chosen").removeClass("far chosen");
    add();
    if (!node) return;
    cy.nodes().not(node.closedNeighborhood()).addClass("far");
    node.addClass("chosen");
  });
  named();
}

function moved() {
  marks();
  named();
  clearTimeout(still);
  if (shown.citations.length > MANY) {
    under.width = 0;
    still = setTimeout(beneath, 120);
  } else beneath();
}

function sheet(canvas, ratio) {
  canvas.width = stage.clientWidth * ratio;
  canvas.height = stage.clientHeight * ratio;
  return canvas.getContext("2d");
}

// Citations and years lie on a canvas of their own under the papers: as elements of the library,
// each with its own style, ten thousand lines would take seconds.
function beneath() {
  clearTimeout(still);
  const ratio = window.devicePixelRatio, { x, y } = cy.pan();
  trace(sheet(under, ratio), cy.zoom() * ratio, x * ratio, y * ratio);
}

function trace(pen, zoom, x, y) {
  const { papers, citations, marks: years, height } = shown;
  const line = (from, to) => {
    pen.beginPath();
    pen.moveTo(across(from.x), from.y);
    pen.lineTo(across(to.x), to.y);
    pen.stroke();
  };
  pen.setTransform(zoom, 0, 0, zoom, x, y);
  pen.lineWidth = Math.max(1, 0.8 / zoom);
  pen.strokeStyle = "#e8edf2";
  for (const [at] of years) line({ x: at, y: 0 }, { x: at, y: height });
  pen.strokeStyle = "#9aa5b1";
  pen.globalAlpha = Math.max(0.06, 0.35 - citations.length / 20000);
  for (const [from, to] of citations) line(papers[from], papers[to]);
}

// Names of papers stay as large at any zoom; those that matter more take the room first.
function named() {
  const ratio = window.devicePixelRatio, { x, y } = cy.pan();
  const taken = [...document.querySelectorAll("#lanes span")].map((one) => (
    [one.offsetLeft, one.offsetTop, one.offsetLeft + one.offsetWidth, one.offsetTop + one.offsetHeight].map((at) => at * ratio)
  ));
  taken.push([0, 0, stage.clientWidth * ratio, (AXIS - 6) * ratio]);  // the years
  label(sheet(over, ratio), cy.zoom() * ratio, x * ratio, y * ratio, ratio, taken);
}

function label(pen, zoom, x, y, ratio, taken = []) {
  const { width, height } = pen.canvas, space = 2 * ratio, high = 13 * ratio;
  const seen = [...(told === null ? [] : [told]), ...shown.order].map((n) => {
    const one = shown.papers[n], radius = one.size / 2 * zoom, at = { x: across(one.x) * zoom + x, y: one.y * zoom + y };
    return { n, one, radius, ...at, box: [at.x - radius, at.y - radius, at.x + radius, at.y + radius] };
  }).filter((at) => !at.one.group && at.x >= 0 && at.y >= 0 && at.x <= width && at.y <= height);
  const discs = seen.filter(({ radius }) => radius > 3 * ratio);
  let room = NAMED;
  Object.assign(pen, { textBaseline: "middle", lineJoin: "round", lineWidth: 3 * ratio, strokeStyle: "#ffffffd9", fillStyle: "#1f2933" });
  for (const at of seen) {
    const { n, one, radius } = at;
    pen.font = `${one.given ? 700 : 400} ${11 * ratio}px ${LETTERS}`;
    one.long ??= pen.measureText(one.label).width / ratio;
    const long = one.long * ratio, middle = Math.min(Math.max(at.x - long / 2, space), width - long - space);
    // Under the disc, beside it, or above it.
    const places = [
      [middle, at.y + radius], [at.x + radius + space, at.y - high / 2], [at.x - radius - space - long, at.y - high / 2],
      [middle, at.y - radius - high],
    ].map(([left, top]) => [left, top, left + long, top + high]);
    const isFree = (box) => box[0] >= 0 && box[2] <= width && box[3] <= height && !taken.some((other) => meet(box, other))
      && !discs.some((other) => other.n !== n && meet(box, other.box));
    const box = n === told ? places[0] : cy.getElementById(`n${n}`).hasClass("far") ? null : places.find(isFree);
    if (!box) continue;
    taken.push(box, at.box);
    pen.strokeText(one.label, box[0], box[1] + high / 2);
    pen.fillText(one.label, box[0], box[1] + high / 2);
    if (--room === 0) return;
  }
}

const meet = (a, b) => a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3];

// All of a map, on a stage that is as high as the map needs and the first view of the page allows;
// groups have labels of several lines, so that theirs may be higher. A notebook has its own.
function measured() {
  const wide = stage.clientWidth / (shown.width + 20), highest = parseFloat(getComputedStyle(stage).maxHeight);
  const near = shown.links && wide > 0.5 ? wide : Math.max(wide, 0.6);  // on a phone days lie closer
  if (highest) {
    const below = window.innerHeight - stage.getBoundingClientRect().top - window.scrollY - 16;
    const needed = Math.ceil(AXIS + shown.height * Math.min(near, 1.2));
    stage.style.height = `${Math.min(needed, shown.links ? highest : Math.max(LEAST, below))}px`;
  }
  const room = stage.clientHeight - AXIS, zoom = Math.min(near, room / shown.height, 1.4);
  stretch = wide / zoom;
  return { zoom, pan: { x: 10 * wide, y: AXIS - 10 + (room - zoom * shown.height) / 2 } };
}

function fit() {
  const all = measured();
  cy.resize();
  cy.batch(() => cy.nodes(".paper").forEach((one) => one.position("x", across(one.data("x")))));
  cy.viewport(all);
}

// Years above and names of communities at the left stay in sight wherever one looks.
function marks() {
  const zoom = cy.zoom(), { x, y } = cy.pan(), [first, second] = shown.marks;
  const years = shown.marks.map(([at, year]) => mark(year, "left", across(at) * zoom + x));
  const lanes = shown.lanes.map(({ name, top, colour }) => mark(name, "top", top * zoom + y, colour));
  document.getElementById("years").replaceChildren(...years);
  document.getElementById("lanes").replaceChildren(...lanes);
  // As many as have room, the same number apart.
  const room = Math.max(0, ...years.map((one) => one.offsetWidth)) + 12;
  const step = second ? Math.max(1, Math.ceil(room / (zoom * across(second[0] - first[0])))) : 1;
  years.filter((one, n) => n % step || one.offsetLeft + one.offsetWidth > stage.clientWidth).forEach((one) => one.remove());
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
