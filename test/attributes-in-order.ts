/** Markup with the attributes of each element in the order of their names: React moves some of a field's to its end, which means nothing. */
export const attributesInOrder = (html: string) =>
  html.replaceAll(
    /<([a-z][\w-]*)((?: [^\s=>"]+="[^"]*")+)/gi,
    (_, tag: string, attributes: string) =>
      `<${tag}${(attributes.match(/ [^\s=>"]+="[^"]*"/g) ?? []).toSorted().join('')}`,
  )
