import './features.css'
import {
  Accessibility,
  Bell,
  CalendarDays,
  CircleCheckBig,
  Coins,
  FileText,
  House,
  LockKeyhole,
  type LucideIcon,
  MessageCircle,
  MonitorPlay,
  Route,
  UsersRound,
} from 'lucide-react'
import type { Sign } from '#platform/pages/blocks/features.ts'
import { Icon } from '#ui/pictures/icon.tsx'
import { Section, SectionHead, titleId } from '../blocks/section.tsx'
import type { BlockProps } from '../blocks/block-props.ts'

const icons: Record<Sign, LucideIcon> = {
  check: CircleCheckBig,
  home: House,
  path: Route,
  calendar: CalendarDays,
  document: FileText,
  video: MonitorPlay,
  bell: Bell,
  access: Accessibility,
  message: MessageCircle,
  people: UsersRound,
  lock: LockKeyhole,
  coins: Coins,
}

/** A feature grid. Without a heading the list has an aria-label. */
export function FeaturesView({ id, content: { title, lead, list, ground } }: BlockProps<'features'>) {
  return (
    <Section id={id} ground={ground}>
      {title ? (
        <SectionHead id={id} title={title} lead={lead} />
      ) : (
        <h2 className="vh" id={titleId(id)}>
          מה כלול
        </h2>
      )}
      <ul className="features">
        {list.map((feature) => (
          <li key={feature.title}>
            <span className="features__sign">
              <Icon of={icons[feature.sign]} />
            </span>
            <h3>{feature.title}</h3>
            <p>{feature.text}</p>
          </li>
        ))}
      </ul>
    </Section>
  )
}
