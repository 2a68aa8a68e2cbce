import { TagName } from './tags.ts'

/** What typed words mean among the tags there are: those that hold them, the one that is called so, or the name of a new one. */
export function readTypedTag<T extends { name: string }>(tags: readonly T[], words: string, mayAdd: boolean) {
  const name = TagName.safeParse(words).data
  const wanted = folded(name ?? '')
  const exact = tags.find((tag) => folded(tag.name) === wanted)
  const holding = tags.filter((tag) => tag !== exact && folded(tag.name).includes(wanted))
  return {
    /** What Enter takes stands first. */
    fitting: exact ? [exact, ...holding] : holding,
    newName: mayAdd && !exact ? name : undefined,
  }
}

const folded = (name: string) => name.toLocaleLowerCase('he')
