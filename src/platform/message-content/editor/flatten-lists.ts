/** HTML whose lists have no lists inside: their items become items of the outermost list, in the same order. */
export function flattenLists(html: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  const lists = [...body.querySelectorAll('ul, ol')]
  const nested = lists.filter((list) => list.parentElement?.closest('ul, ol'))
  if (nested.length === 0) return html
  for (const list of lists) if (!nested.includes(list)) list.append(...list.querySelectorAll('li'))
  // What is no item, which valid HTML does not have, stays beside its former list.
  for (const list of nested) list.replaceWith(...list.childNodes)
  return body.innerHTML
}
