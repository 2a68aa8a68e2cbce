import type { Member } from '#features/households/households.data.ts'
import { formatPhone } from '#lib/format-phone.ts'
import { Block } from '#ui/block.tsx'
import { Ltr } from '#ui/ltr.tsx'

type Shared = { kind: 'phone' | 'email'; value: string; whose: string[] }

/** Contact points shared in the household, with their owners. */
export function JointContactPoints({ members }: { members: readonly Member[] }) {
  const shared = sharedOf(members)
  if (shared.length === 0) return null
  return (
    <Block title="פרטי קשר משותפים">
      <ul className="household">
        {shared.map(({ kind, value, whose }) => (
          <li key={value}>
            <a href={kind === 'phone' ? `tel:${value}` : `mailto:${value}`}>
              <Ltr>{kind === 'phone' ? formatPhone(value) : value}</Ltr>
            </a>
            <span className="quiet">{whose.join(', ')}</span>
          </li>
        ))}
      </ul>
    </Block>
  )
}

function sharedOf(members: readonly Member[]): Shared[] {
  const byValue = new Map<string, Shared>()
  for (const { full_name: name, points } of members)
    for (const { kind, value_norm: value, shared_in_household: isShared } of points) {
      if (!isShared) continue
      const existing = byValue.get(value)
      if (existing) existing.whose.push(name)
      else byValue.set(value, { kind, value, whose: [name] })
    }
  return [...byValue.values()]
}
