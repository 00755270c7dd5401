// The only way to make elements. Text is always text: nothing that comes from the document can become markup.

/** h("td", {class: "name", onclick: f, dataset: {id: 3}}, "text", node, [nodes], null) */
export function h(tag, attributes, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on"))
      element.addEventListener(name.slice(2), value);
    else if (name === "dataset")
      Object.assign(element.dataset, value);
    else
      element.setAttribute(name, value === true ? "" : String(value));
  }
  append(element, children);
  return element;
}

export function append(element, children) {
  for (const child of [children].flat(Infinity)) {
    if (child === null || child === undefined || child === false) continue;
    element.append(child instanceof Node ? child : document.createTextNode(String(child)));
  }
}

/** Said to those who listen, not shown to those who look. */
export function spoken(text) {
  return h("span", {class: "spoken"}, text);
}

/** Control characters would be invisible, and some move the text around them: show their pictures instead. */
export function visible(text) {
  return text.replace(
      /[\u0000-\u0008\u000b-\u001f\u007f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g, c => {
        const code = c.codePointAt(0);
        if (code < 32) return String.fromCodePoint(0x2400 + code);
        return code === 127 ? "\u2421" : `\\u${code.toString(16).padStart(4, "0")}`;
      });
}

/** 3 lines, 1 line. */
export function counted(number, singular, plural = singular + "s") {
  return `${number} ${number === 1 ? singular : plural}`;
}
