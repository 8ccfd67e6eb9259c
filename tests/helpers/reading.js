// Whether a page can be read and used without a mouse: each function lists what is wrong.

// Texts whose contrast to what lies behind them is below `least`, as WCAG 2.2 computes it.
function faint(least) {
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const rgba = (colour) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data;
    return [r, g, b, a / 255];
  };
  const over = ([r, g, b, a], under) => [r, g, b].map((c, n) => c * a + under[n] * (1 - a));
  const behind = (one) => {
    const layers = [];
    for (let at = one; at; at = at.parentElement) layers.push(rgba(getComputedStyle(at).backgroundColor));
    return layers.reverse().reduce((under, layer) => over(layer, under), [255, 255, 255]);
  };
  const linear = (c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
  const light = (colour) => {
    const [r, g, b] = colour.map((c) => linear(c / 255));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const found = new Set();
  const judge = (one, colour, what) => {
    const under = behind(one), a = light(over(rgba(colour), under)), b = light(under);
    const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    if (ratio < least) found.add(`${what}: ${one.tagName} ${one.getAttribute("class")} ${colour} ${ratio.toFixed(2)}`);
  };
  for (const one of document.querySelectorAll("body *")) {
    if (one.matches(":disabled, option, title, script") || !one.checkVisibility()) continue;
    const texts = [...one.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE);
    const own = texts.map((node) => node.data.trim()).join(""), style = getComputedStyle(one);
    if (own || one.matches("input, select, textarea")) {
      judge(one, one.closest("svg") ? style.fill : style.color, own.slice(0, 20));
    }
    if (one.placeholder) judge(one, getComputedStyle(one, "::placeholder").color, "placeholder");
  }
  return [...found];
}

// What Tab reaches and looks the same with the focus on it.
function unseen() {
  const looks = (one) => {
    const at = getComputedStyle(one);
    return [at.outlineStyle, at.outlineWidth, at.borderColor, at.boxShadow].join(" ");
  };
  const all = document.querySelectorAll("a[href], button, input, select, textarea, summary, [tabindex]");
  return [...all].filter((one) => {
    if (one.matches(":disabled, [tabindex='-1'], [type=hidden]") || !one.checkVisibility()) return false;
    document.activeElement.blur();
    const before = looks(one);
    one.focus({ focusVisible: true });
    return document.activeElement === one && looks(one) === before;
  }).map((one) => one.outerHTML.slice(0, 80));
}

// What those who do not see the page miss: landmarks, one heading, names of controls and pictures.
function unsaid() {
  const all = (selector) => [...document.querySelectorAll(selector)];
  const unnamed = [
    ...all("input:not([type=hidden]), select, textarea").filter((one) => !(one.ariaLabel || one.labels?.length)),
    ...all("nav, [role=group], [role=region], [role=img], [role=tablist]").filter((one) => !one.ariaLabel),
    ...all("button, a[href]").filter((one) => !(one.textContent.trim() || one.ariaLabel)),
    ...all("th").filter((one) => !one.scope),
    ...all("h1").slice(1),
  ];
  return [
    ...["header", "nav", "main", "footer", "h1", "title", "html[lang]"].filter((one) => !all(one).length),
    ...unnamed.map((one) => one.outerHTML.slice(0, 80)),
  ];
}

// Words in pictures that are smaller than `least` pixels as they are seen.
function small(least) {
  return [...document.querySelectorAll("figure svg text")].filter(
    (one) => parseFloat(getComputedStyle(one).fontSize) * Math.hypot(one.getScreenCTM().a, one.getScreenCTM().b) < least - 0.1,
  ).map((one) => `${one.textContent.slice(0, 20)} ${one.closest("svg").ariaLabel.slice(0, 40)}`);
}
