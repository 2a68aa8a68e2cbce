type PendingMutation<Change> = { isPending: boolean; variables: Change | undefined }

/** The value of a row's switch: the pending mutation's if it is for this row, else the stored one. */
export function optimisticValue<Change extends { id?: string }, Name extends keyof Change & string>(
  { isPending, variables }: PendingMutation<Change>,
  row: { id: string } & Record<Name, boolean>,
  name: Name,
): boolean {
  const choice = isPending && variables?.id === row.id ? variables[name] : undefined
  return typeof choice === 'boolean' ? choice : row[name]
}
