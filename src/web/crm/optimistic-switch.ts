type PendingMutation<Change> = { isPending: boolean; variables: Change | undefined }

/** What a switch of one row shows while its change is under way: what was chosen, and what is stored otherwise. */
export function optimisticValue<Change extends { id?: string }, Name extends keyof Change & string>(
  { isPending, variables }: PendingMutation<Change>,
  row: { id: string } & Record<Name, boolean>,
  name: Name,
): boolean {
  const choice = isPending && variables?.id === row.id ? variables[name] : undefined
  return typeof choice === 'boolean' ? choice : row[name]
}
