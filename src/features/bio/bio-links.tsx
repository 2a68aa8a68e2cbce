import './bio-links.css'
import { ChevronLeft } from 'lucide-react'
import { Icon } from '#ui/pictures/icon.tsx'
import { bioIcons } from './bio-icons.ts'
import { type BioLink, goPath } from './bio.ts'

/** The links as large rows; the featured link is highlighted. */
export function BioLinks({ links }: { links: readonly BioLink[] }) {
  return (
    <nav aria-label="קישורים">
      <ul className="bio-links">
        {links.map(({ id, title, note, icon, is_featured: isFeatured }) => (
          <li key={id}>
            <a className={isFeatured ? 'bio-link bio-link--main' : 'bio-link'} href={goPath(id)} rel="nofollow">
              <Icon of={bioIcons[icon].picture} />
              <span>
                <b>{title}</b>
                {note && <small>{note}</small>}
              </span>
              <Icon of={ChevronLeft} />
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
