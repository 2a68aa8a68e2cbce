/**
 * Runs `work` for each item in order. A failed item does not stop the others. The error is thrown at the end, so that
 * the job is retried.
 */
export async function runEach<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const failures: unknown[] = []
  for (const item of items) await work(item).catch((error: unknown) => void failures.push(error))
  if (failures.length === 1) throw failures[0]
  if (failures.length > 1) throw new AggregateError(failures, `${failures.length} of ${items.length} failed`)
}
