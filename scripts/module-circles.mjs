// Finds circular imports between the modules of a Rust crate, direct or indirect. Ignores tests within a file.
import { readFileSync } from 'node:fs';

/** Paths like `crate::a::b` in the source of a module, with `super` and groups of `use` resolved. */
function namedPaths(module, source) {
  const code = source.split(/#\[cfg\(test\)\]\s*mod tests/)[0].replaceAll(/\/\/.*/g, '');
  const paths = [];
  const expand = (prefix, group) => {
    let depth = 0;
    let item = '';
    for (const letter of `${group},`) {
      if (letter === '{') depth += 1;
      if (letter === '}') depth -= 1;
      if (letter !== ',' || depth > 0) {
        item += letter;
        continue;
      }
      const name = item.trim().split(/\s+as\s+/)[0];
      const nested = /^([\w:]*?)(?:::)?\{([\s\S]*)\}$/.exec(item.trim());
      if (nested) expand(nested[1] ? `${prefix}::${nested[1]}` : prefix, nested[2]);
      else if (name) paths.push(name === 'self' ? prefix : `${prefix}::${name}`);
      item = '';
    }
  };
  const named = /\b((?:crate|super)(?:::\w+)*)(?:::\{((?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*)\})?/g;
  for (const [, path, group] of code.matchAll(named)) {
    if (group === undefined) paths.push(path);
    else expand(path, group);
  }
  return paths.map((path) => {
    const parts = path.split('::');
    if (parts[0] === 'crate') return parts.slice(1);
    const base = module.split('::');
    while (parts[0] === 'super') {
      parts.shift();
      base.pop();
    }
    return [...base, ...parts];
  });
}

/** Each circle as a list of module names. `files` are the sources below `root`, which ends with `src/`. */
export function findCircles(root, files) {
  const sources = new Map();
  for (const file of files) {
    const module = file
      .slice(file.indexOf('src/') + 4)
      .replace(/(?:\/mod)?\.rs$/, '')
      .replaceAll('/', '::');
    if (module !== 'lib' && module !== 'main') sources.set(module, readFileSync(`${root}${file}`, 'utf8'));
  }
  const resolve = (parts) => {
    for (let length = parts.length; length > 0; length--) {
      const module = parts.slice(0, length).join('::');
      if (sources.has(module)) return module;
    }
    return undefined;
  };
  const uses = new Map();
  for (const [module, source] of sources) {
    const used = namedPaths(module, source).map(resolve);
    uses.set(module, new Set(used.filter((name) => name !== undefined && name !== module)));
  }
  return connectedComponents(uses).filter((component) => component.length > 1);
}

/** Tarjan's strongly connected components. */
function connectedComponents(uses) {
  const order = new Map();
  const lowest = new Map();
  const open = [];
  const components = [];
  const visit = (module) => {
    order.set(module, order.size);
    lowest.set(module, order.get(module));
    open.push(module);
    for (const used of uses.get(module)) {
      if (!order.has(used)) visit(used);
      if (open.includes(used)) lowest.set(module, Math.min(lowest.get(module), lowest.get(used)));
    }
    if (lowest.get(module) === order.get(module)) components.push(open.splice(open.indexOf(module)));
  };
  for (const module of uses.keys()) if (!order.has(module)) visit(module);
  return components;
}
