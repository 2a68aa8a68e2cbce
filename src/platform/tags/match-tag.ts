import { TagName } from './tags.ts'

/** Matches typed text against tags: substring matches, the exact match, or the name of a new tag. */
export function matchTag<T extends { name: string }>(tags: readonly T[], typed: string, mayAdd: boolean) {
  const name = TagName.safeParse(typed).data
  const query = folded(name ?? '')
  const exact = tags.find((tag) => folded(tag.name) === query)
  const holding = tags.filter((tag) => tag !== exact && folded(tag.name).includes(query))
  return {
    /** The tag that Enter selects is first. */
    fitting: exact ? [exact, ...holding] : holding,
    newName: mayAdd && !exact ? name : undefined,
  }
}

const folded = (name: string) => name.toLocaleLowerCase('he')
