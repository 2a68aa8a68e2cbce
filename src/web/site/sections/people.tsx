import './people.css'
import type { BlockOf } from '#platform/pages/blocks.ts'
import type { BlockProps } from '../blocks/block-props.ts'
import type { BlockRows } from '../blocks/block-rows.ts'
import { Section, SectionHead } from '../blocks/section.tsx'
import { hasPicture, SitePicture } from '../blocks/site-picture.tsx'

type Person = BlockOf<'people'>['content']['list'][number]

/** The people behind the business. One alone is shown larger, beside the photograph. */
export function PeopleView({ id, content: { title, lead, list, ground }, rows }: BlockProps<'people'>) {
  return (
    <Section id={id} ground={ground}>
      <SectionHead id={id} title={title} lead={lead} />
      <ul className={list.length === 1 ? 'people people--one' : 'people'}>
        {list.map((person) => (
          <PersonCard key={person.name} person={person} rows={rows} />
        ))}
      </ul>
    </Section>
  )
}

function PersonCard({ person, rows }: { person: Person; rows: BlockRows }) {
  const { photo, name, role, about, training, licensed, unlicensed, saying } = person
  const details = [
    ['הכשרה', training],
    ['ההסמכה מכסה', licensed],
    ['ואינה מכסה', unlicensed],
  ].filter(([, text]) => text)
  return (
    <li className="person">
      {hasPicture(photo, rows) && (
        <SitePicture of={photo} rows={rows} sizes="(min-width: 48rem) 22rem, 92vw" className="person__photo" />
      )}
      <div className="person__words">
        <h3>{name}</h3>
        {role && <p className="person__role">{role}</p>}
        <p>{about}</p>
        {details.length > 0 && (
          <dl>
            {details.map(([label, text]) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{text}</dd>
              </div>
            ))}
          </dl>
        )}
        {saying && <p className="display person__saying">״{saying}״</p>}
      </div>
    </li>
  )
}
