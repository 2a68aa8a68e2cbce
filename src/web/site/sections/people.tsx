import './people.css'
import type { ReactNode } from 'react'
import type { BlockOf } from '#platform/pages/blocks.ts'
import type { Person } from '#platform/pages/blocks/people.ts'
import notebook from '#ui/art/notebook.svg?raw'
import { Avatar } from '#ui/pictures/avatar.tsx'
import { Illustration } from '#ui/pictures/illustration.tsx'
import type { BlockProps } from '../blocks/block-props.ts'
import type { BlockRows } from '../blocks/block-rows.ts'
import { CtaLink } from '../blocks/call-to-action.tsx'
import { Fold } from '../blocks/fold.tsx'
import { Section, SectionHead } from '../blocks/section.tsx'
import { hasPicture, SitePicture } from '../blocks/site-picture.tsx'

/** The people behind the business. A single person is shown larger, beside the photograph or else an illustration. */
export function PeopleView({ id, content: { title, lead, list, ground }, rows }: BlockProps<'people'>) {
  return (
    <PeopleSection id={id} ground={ground} people={list} rows={rows} illustrates={list.length === 1}>
      <SectionHead id={id} title={title} lead={lead} />
    </PeopleSection>
  )
}

/** The people of the page "about". */
export function TeamView({ id, content: { title, lead, more, ground }, rows, facts }: BlockProps<'team'>) {
  return (
    <PeopleSection
      id={id}
      ground={ground}
      people={rows.people}
      rows={rows}
      foldsDetails
      end={
        more && (
          <div className="section-more">
            <CtaLink link={{ words: more, href: '/about' }} facts={facts} />
          </div>
        )
      }
    >
      <SectionHead id={id} title={title} lead={lead} />
    </PeopleSection>
  )
}

type SectionProps = {
  id: string
  ground: BlockOf<'people'>['content']['ground']
  people: readonly Person[]
  rows: BlockRows
  /** Collapsed on a phone; the page "about" shows them expanded. */
  foldsDetails?: boolean
  /** An illustration takes the place of a missing photograph. */
  illustrates?: boolean
  children: ReactNode
  end?: ReactNode
}

const PeopleSection = ({
  id,
  ground,
  people,
  rows,
  foldsDetails = false,
  illustrates = false,
  children,
  end,
}: SectionProps) =>
  people.length > 0 && (
    <Section id={id} ground={ground}>
      {children}
      <ul className={people.length === 1 ? 'people people--one' : 'people'}>
        {people.map((person) => (
          <PersonCard
            key={person.name}
            person={person}
            rows={rows}
            foldsDetails={foldsDetails}
            illustrates={illustrates}
          />
        ))}
      </ul>
      {end}
    </Section>
  )

type CardProps = { person: Person; rows: BlockRows; foldsDetails: boolean; illustrates: boolean }

function PersonCard({ person, rows, foldsDetails, illustrates }: CardProps) {
  const { photo, name, role, about, training, licensed, unlicensed, saying } = person
  const hasPhoto = hasPicture(photo, rows)
  const details = [
    ['הכשרה', training],
    ['ההסמכה מכסה', licensed],
    ['ואינה מכסה', unlicensed],
  ].filter(([, text]) => text)
  const list = (
    <dl>
      {details.map(([label, text]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  )
  return (
    <li className="person">
      {hasPhoto ? (
        <SitePicture of={photo} rows={rows} sizes="(min-width: 48rem) 22rem, 92vw" className="person__photo" />
      ) : (
        illustrates && <Illustration svg={notebook} className="person__art" />
      )}
      <div className="person__text">
        <div className="person__words">
          <div className="person__head">
            {!hasPhoto && (
              <span className="person__initials">
                <Avatar name={name} size="lg" />
              </span>
            )}
            <div className="person__name">
              <h3>{name}</h3>
              {role && <p className="person__role">{role}</p>}
            </div>
          </div>
          <p>{about}</p>
          {saying && <p className="display person__saying">״{saying}״</p>}
        </div>
        {details.length > 0 && (foldsDetails ? <Fold summary="הכשרה והסמכה">{list}</Fold> : list)}
      </div>
    </li>
  )
}
