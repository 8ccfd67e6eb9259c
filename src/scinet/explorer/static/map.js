// The map: what the address says is drawn; each act is another address, and undone by going back.
"use strict";

const figure = stage.parentElement;
let chosen = null;

function draw(map) {
  const old = cy && { zoom: cy.zoom(), pan: cy.pan(), width: shown.width, height: shown.height };
  if (cy) cy.destroy();
  const isLarge = map.papers.length > 1000;
  const style = [
    { selector: ".pinned", style: { shape: "round-diamond" } },
    { selector: ".chosen", style: { "border-width": 3, "border-color": "#c2410c" } },
    ...(map.links ? ofGroups : []),
    ...(isLarge ? [{ selector: ".paper", style: { "border-width": 0 } }] : []),
  ];
  figure.setAttribute("data-grouped", String(Boolean(map.links)));
  show(map, { style, pixelRatio: isLarge ? 1 : "auto" });
  if (old && old.width === map.width && old.height === map.height) cy.viewport(old);
  cy.on("dragfree", ".paper", (event) => {
    const one = event.target;
    if (Math.abs(one.position("y") - one.data("y")) > 3) act("pin", one.data("paper"), one.position("y"));
  });
  // The first frame is on the screen when the one after it begins.
  cy.one("render", () => requestAnimationFrame(() => requestAnimationFrame(() => performance.mark("drawn"))));
  figure.setAttribute("aria-busy", "false");
  document.getElementById("said").hidden = true;
  const again = chosen && cy.nodes(".paper").filter((one) => one.data("paper") === chosen);
  pick(again && again.length ? again[0] : null);
}

function pick(node) {
  (shown.links ? lightGroup : light)(node);
  chosen = node ? node.data("paper") : null;
  const aside = document.getElementById("chosen"), back = held(aside);
  if (!node) {
    const papers = "Choose a paper to read, grow or prune it. Drag one up or down to pin it.";
    const said = shown.links ? [shown.said, "Choose a group to read of its papers."] : [papers];
    aside.replaceChildren(...said.map((one) => paragraph("note", one)));
    back(aside);
    return;
  }
  if (node.data("group")) {
    tellOfGroup(aside, node.data("paper"));
    return;
  }
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
  const number = (edges) => edges.reduce((sum, edge) => sum + (edge.data("citations") ?? 1), 0);
  const counts = `${number(node.incomers("edge"))} of the map cite it, it cites ${number(node.outgoers("edge"))}`;
  aside.replaceChildren(
    title, paragraph("by", one.authors),
    paragraph("by", `${one.year} · ${one.citations.toLocaleString("en")} citation${one.citations === 1 ? "" : "s"}`),
    paragraph("by", counts), paragraph("by", one.community), buttons,
  );
  back(aside);
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

let turn = 0;

async function go(query, push) {
  const mine = ++turn;
  // The address first, so that an act before this one is answered goes on from it.
  if (push) {
    const last = { key: window.navigation?.currentEntry.key, query: location.search.slice(1) };
    history.pushState({ former: [...former(), last] }, "", `/map?${query}`);
  }
  figure.setAttribute("aria-busy", "true");
  const [page, graph] = await Promise.all([asked(`/map?${query}`), asked(`/map/graph?${query}`)]);
  if (mine !== turn) return;  // another came meanwhile
  if (!page || !graph) notice(`${UNANSWERED}reload the page.`);
  else if (!page.ok || !graph.ok) location.assign(`/map?${query}`);  // the page says what is wrong
  else renew(page.text, JSON.parse(graph.text));
}

function renew(page, map) {
  const next = new DOMParser().parseFromString(page, "text/html");
  const backs = [".time", "#tools", "#beneath", "h1"].map((where) => {
    const fresh = document.adoptNode(next.querySelector(where)), old = document.querySelector(where), back = held(old);
    if (where === "#beneath") keep(old, fresh);
    old.replaceWith(fresh);
    htmx.process(fresh);
    return () => back(fresh);
  });
  sliders();
  tools();
  draw(map);
  backs.forEach((back) => back());
}

// What stands beneath stays, and what is open stays open, until it is known anew.
function keep(old, fresh) {
  const list = old.querySelector("section"), said = old.querySelector("details[open] > div");
  if (list) fresh.querySelector(".waiting").replaceChildren(list);
  const [fold] = fresh.getElementsByTagName("details");
  if (!said) return;
  fold.lastElementChild.replaceChildren(...said.childNodes);
  fold.open = true;
}

// What the explorer answers; null where it does not.
const asked = (address, how) => fetch(address, how)
  .then(async (answer) => ({ ok: answer.ok, text: await answer.text() })).catch(() => null);

// In the place of the map, or over the one before.
function notice(text) {
  const said = document.getElementById("said");
  said.textContent = text;
  said.hidden = false;
  figure.setAttribute("aria-busy", "false");
}

// The addresses before each act, the last at the end.
const former = () => history.state?.former ?? [];

let undone = Promise.resolve();

// Goes back to the address before the last act. A browser keeps fifty pages and drops others, not
// always the first: an address that is not behind this one any more takes its place.
async function undo() {
  const last = former().at(-1);
  if (!last) return;
  const behind = window.navigation?.entries()[navigation.currentEntry.index - 1];
  if (behind && behind.key === last.key) await navigation.back().committed;
  else {
    history.replaceState({ former: former().slice(0, -1) }, "", `/map?${last.query}`);
    go(last.query, false);
  }
}

function tools() {
  zooming();
  // One after the other: a second that does not wait may leave the map.
  document.getElementById("undo").addEventListener("click", () => { undone = undone.then(undo).catch(() => {}); });
  document.getElementById("png").addEventListener("click", async () => {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(await whole());
    link.download = "map.png";
    link.click();
    URL.revokeObjectURL(link.href);
  });
  document.getElementById("undo").disabled = !former().length;
}

// All of the map: the papers over their lines.
async function whole() {
  const { x1, y1, w, h: discs } = cy.elements().boundingBox(), h = discs + 20, scale = Math.min(2, 8000 / w, 8000 / h);
  const canvas = document.createElement("canvas");
  canvas.width = w * scale;
  canvas.height = h * scale;
  const pen = canvas.getContext("2d");
  pen.fillStyle = "#fff";
  pen.fillRect(0, 0, canvas.width, canvas.height);
  trace(pen, scale, -x1 * scale, -y1 * scale);
  pen.resetTransform();
  pen.globalAlpha = 1;
  pen.drawImage(await createImageBitmap(await cy.png({ output: "blob-promise", full: true, scale })), 0, 0);
  label(pen, scale, -x1 * scale, -y1 * scale, scale);
  return new Promise((done) => canvas.toBlob(done, "image/png"));
}

document.getElementById("main").addEventListener("click", (event) => {
  const button = event.target.closest("[data-act]"), group = event.target.closest("[data-group]");
  const link = event.target.closest("a[href^='/map?']");
  if (button) act(button.dataset.act, button.dataset.paper);
  else if (group) pickGroup(group.dataset.group);
  else if (link && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
    event.preventDefault();
    go(link.getAttribute("href").slice(5), true);
  }
});
window.addEventListener("popstate", () => go(location.search.slice(1), false));

tools();
asked(figure.dataset.graph).then((answer) => {
  if (turn) return;  // something was done meanwhile
  if (answer?.ok) {
    draw(JSON.parse(answer.text));
    return;
  }
  const page = new DOMParser().parseFromString(answer?.text ?? "", "text/html");
  const said = [...page.querySelectorAll(".fault h1, .fault > p:not(.kicker)")].map((one) => one.textContent.replace(/[^.!?]$/, "$&."));
  notice(answer ? said.join(" ") || "The map cannot be drawn." : `${UNANSWERED}reload the page.`);
});
