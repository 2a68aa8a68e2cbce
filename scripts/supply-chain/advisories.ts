// Matches known vulnerabilities in the format of osv.dev against the lock file, offline.
import { z } from 'zod'
import { compareVersions } from '../../src/lib/compare-versions.ts'
import { type LockFile, nameOf, packagesOf } from './lock-file.ts'

const Event = z.object({
  introduced: z.string().optional(),
  fixed: z.string().optional(),
  last_affected: z.string().optional(),
})
const Advisory = z.object({
  id: z.string(),
  summary: z.string().default(''),
  affected: z.array(
    z.object({
      package: z.object({ ecosystem: z.string(), name: z.string() }),
      ranges: z.array(z.object({ type: z.string(), events: z.array(Event) })).default([]),
      versions: z.array(z.string()).default([]),
    }),
  ),
})
export const Advisories = z.array(Advisory)
export type Advisories = z.input<typeof Advisories>

export function vulnerabilities(lock: LockFile, advisories: Advisories): string[] {
  const known = Advisories.parse(advisories)
  return packagesOf(lock).flatMap(([path, { version }]) =>
    known
      .filter(({ affected }) =>
        affected.some(
          ({ package: { ecosystem, name }, ranges, versions }) =>
            ecosystem === 'npm' &&
            name === nameOf(path) &&
            (versions.includes(version) ||
              ranges.some(({ type, events }) => type === 'SEMVER' && isWithin(version, events))),
        ),
      )
      .map(({ id, summary }) => `${path} ${version}: ${id} ${summary}`.trimEnd()),
  )
}

/** Events are pairs: introduced, then fixed (excluded) or last_affected (included). */
function isWithin(version: string, events: readonly z.infer<typeof Event>[]): boolean {
  let isAffected = false
  for (const { introduced, fixed, last_affected: last } of events) {
    if (introduced !== undefined && (introduced === '0' || compareVersions(version, introduced) >= 0)) isAffected = true
    if (fixed !== undefined && compareVersions(version, fixed) >= 0) isAffected = false
    if (last !== undefined && compareVersions(version, last) > 0) isAffected = false
  }
  return isAffected
}
