// Differences between two texts, line by line.

// Beyond this many differing lines in one stretch, the stretch is shown as replaced as a whole.
const mostEdits = 1500;

/** The steps from one list of lines to the other: {kind: "same" | "removed" | "added", old, new}, indices or null. */
export function diffLines(before, after) {
  const steps = [];
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) {
    steps.push({kind: "same", old: start, new: start});
    start++;
  }
  let oldEnd = before.length, newEnd = after.length;
  while (oldEnd > start && newEnd > start && before[oldEnd - 1] === after[newEnd - 1]) {
    oldEnd--;
    newEnd--;
  }
  steps.push(...shortestEdits(before, after, start, oldEnd, start, newEnd));
  for (let i = 0; oldEnd + i < before.length; i++) steps.push({kind: "same", old: oldEnd + i, new: newEnd + i});
  return steps;
}

/** Myers, "An O(ND) difference algorithm and its variations" (1986): the greedy forward search, with its history. */
function shortestEdits(before, after, oldFrom, oldTo, newFrom, newTo) {
  const n = oldTo - oldFrom, m = newTo - newFrom;
  const most = Math.min(n + m, mostEdits);
  const reach = new Int32Array(2 * most + 3);
  const history = [];
  for (let d = 0; d <= most; d++) {
    history.push(reach.slice(most - d, most + d + 3));
    for (let k = -d; k <= d; k += 2) {
      const down = k === -d || (k !== d && reach[most + k] < reach[most + k + 2]);
      let x = down ? reach[most + k + 2] : reach[most + k] + 1;
      let y = x - k;
      while (x < n && y < m && before[oldFrom + x] === after[newFrom + y]) {
        x++;
        y++;
      }
      reach[most + k + 1] = x;
      if (x >= n && y >= m) return walkBack(history, n, m, oldFrom, newFrom);
    }
  }
  const steps = [];
  for (let i = 0; i < n; i++) steps.push({kind: "removed", old: oldFrom + i, new: null});
  for (let i = 0; i < m; i++) steps.push({kind: "added", old: null, new: newFrom + i});
  return steps;
}

function walkBack(history, n, m, oldFrom, newFrom) {
  const steps = [];
  let x = n, y = m;
  for (let d = history.length - 1; x > 0 || y > 0; d--) {
    const reach = history[d];  // reach[d + 1 + k] is how far diagonal k came with fewer edits
    const k = x - y;
    const down = k === -d || (k !== d && reach[d + k] < reach[d + k + 2]);
    const previousX = d === 0 ? 0 : down ? reach[d + k + 2] : reach[d + k];
    const previousY = d === 0 ? 0 : previousX - (down ? k + 1 : k - 1);
    while (x > previousX && y > previousY) {
      x--;
      y--;
      steps.push({kind: "same", old: oldFrom + x, new: newFrom + y});
    }
    if (d === 0) break;
    if (down)
      steps.push({kind: "added", old: null, new: newFrom + --y});
    else
      steps.push({kind: "removed", old: oldFrom + --x, new: null});
  }
  return steps.reverse();
}

/**
 * Steps as rows of two columns. In a stretch of changes, lines that resemble each other stand side by side, and what
 * is left between them is filled up in order.
 */
export function sideBySide(steps, before, after) {
  const rows = [];
  for (let i = 0; i < steps.length;) {
    if (steps[i].kind === "same") {
      rows.push(steps[i++]);
      continue;
    }
    const removed = [], added = [];
    for (; i < steps.length && steps[i].kind !== "same"; i++)
      (steps[i].kind === "removed" ? removed : added).push(steps[i].kind === "removed" ? steps[i].old : steps[i].new);
    let oldDone = 0, newDone = 0;
    for (const [r, a] of [...resemblances(removed.map(n => before[n]), added.map(n => after[n])), [
           removed.length, added.length
         ]]) {
      for (let j = 0; j < Math.max(r - oldDone, a - newDone); j++)
        rows.push(rowOf(oldDone + j < r ? removed[oldDone + j] : null, newDone + j < a ? added[newDone + j] : null));
      if (r < removed.length && a < added.length) rows.push(rowOf(removed[r], added[a]));
      oldDone = r + 1;
      newDone = a + 1;
    }
  }
  return rows;
}

function rowOf(oldLine, newLine) {
  return {kind: oldLine === null ? "added" : newLine === null ? "removed" : "changed", old: oldLine, new: newLine};
}

// Comparing every removed line with every added one is quadratic.
const mostCompared = 2500;

/** Pairs of indices, in order, such that the lines resemble each other as much as possible in sum. */
function resemblances(removed, added) {
  if (removed.length === 0 || added.length === 0 || removed.length * added.length > mostCompared) return [];
  const oldPairs = removed.map(letterPairs), newPairs = added.map(letterPairs);
  const width = added.length + 1;
  const best = new Float64Array((removed.length + 1) * width);
  const alike = new Float64Array(removed.length * added.length);
  for (let r = removed.length - 1; r >= 0; r--)
    for (let a = added.length - 1; a >= 0; a--) {
      const value = resemblance(oldPairs[r], newPairs[a]);
      alike[r * added.length + a] = value;
      best[r * width + a] =
          Math.max(best[(r + 1) * width + a], best[r * width + a + 1], value && value + best[(r + 1) * width + a + 1]);
    }
  const pairs = [];
  for (let r = 0, a = 0; r < removed.length && a < added.length;) {
    const value = alike[r * added.length + a];
    if (value && best[r * width + a] === value + best[(r + 1) * width + a + 1])
      pairs.push([r++, a++]);
    else if (best[r * width + a] === best[(r + 1) * width + a])
      r++;
    else
      a++;
  }
  return pairs;
}

function letterPairs(line) {
  const letters = line.replace(/\s+/g, ""), pairs = new Map();
  for (let i = 0; i + 1 < letters.length; i++)
    pairs.set(letters.slice(i, i + 2), (pairs.get(letters.slice(i, i + 2)) ?? 0) + 1);
  return {pairs, count: Math.max(0, letters.length - 1)};
}

/**
 * Dice's coefficient over pairs of letters, white space aside: 1 for equal lines, 0 for lines that are too different.
 */
function resemblance(a, b) {
  let common = 0;
  for (const [pair, count] of a.pairs) common += Math.min(count, b.pairs.get(pair) ?? 0);
  const value = a.count + b.count === 0 ? 0 : 2 * common / (a.count + b.count);
  return value >= 0.5 ? value : 0;
}

/** Where two lines differ: {start, oldEnd, newEnd}, or null where marking a part would say nothing. */
export function innerDifference(before, after) {
  const most = Math.min(before.length, after.length);
  let start = 0, end = 0;
  while (start < most && before[start] === after[start]) start++;
  while (end < most - start && before[before.length - 1 - end] === after[after.length - 1 - end]) end++;
  // Half of a surrogate pair is no character.
  if (start > 0 && /[\ud800-\udbff]/.test(before[start - 1])) start--;
  if (end > 0 && /[\udc00-\udfff]/.test(before[before.length - end])) end--;
  const common = before.slice(0, start).trim().length + before.slice(before.length - end).trim().length;
  return common < 3 ? null : {start, oldEnd: before.length - end, newEnd: after.length - end};
}
