import { type Block, kindOf } from '#platform/pages/blocks.ts'

/** Validation errors of a block's content by field path, such as `list.0.title`. */
export function problemsOf(block: Block): ReadonlyMap<string, string> {
  const { error } = kindOf(block.kind).content.safeParse(block.content)
  const problems = new Map<string, string>()
  for (const { path, message } of error?.issues ?? [])
    if (!problems.has(path.join('.'))) problems.set(path.join('.'), message)
  return problems
}

/** A block's first text, to distinguish blocks of one kind in a list. */
export function firstText({ content }: { content: unknown }): string {
  const { title, text, label } = Object(content) as Record<string, unknown>
  return (
    [title, text, label].find((entered): entered is string => typeof entered === 'string' && entered.trim() !== '') ??
    ''
  )
}
