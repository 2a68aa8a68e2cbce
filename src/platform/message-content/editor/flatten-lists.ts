/** HTML without nested lists: their items become items of the outermost list, in the same order. */
export function flattenLists(html: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  const lists = [...body.querySelectorAll('ul, ol')]
  const nested = lists.filter((list) => list.parentElement?.closest('ul, ol'))
  if (nested.length === 0) return html
  for (const list of lists) if (!nested.includes(list)) list.append(...list.querySelectorAll('li'))
  // Invalid child nodes that are not list items stay beside their former list.
  for (const list of nested) list.replaceWith(...list.childNodes)
  return body.innerHTML
}
