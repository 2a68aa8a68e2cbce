/** HTML with sorted attributes: React's attribute order differs and has no meaning. */
export const attributesInOrder = (html: string) =>
  html.replaceAll(
    /<([a-z][\w-]*)((?: [^\s=>"]+="[^"]*")+)/gi,
    (_, tag: string, attributes: string) =>
      `<${tag}${(attributes.match(/ [^\s=>"]+="[^"]*"/g) ?? []).toSorted().join('')}`,
  )
