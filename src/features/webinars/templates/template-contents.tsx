import { formatPosition } from '#platform/player/player-time.ts'
import './webinar-templates.css'
import { type Block as PageBlock, kindOf } from '#platform/pages/pages.ts'
import { Block, BlockText, Fact, Facts } from '#ui/block.tsx'
import { kindLabels } from '../webinar-labels.ts'
import { useWebinarMessages } from '../messages/webinar-messages.data.ts'
import { interactionLabels } from '../interactions/interaction-texts.ts'
import type { TemplateDefinition } from './webinar-template.ts'

const weekdays = ['ראשון', 'שני', 'שלישי', 'רביעי', 'חמישי', 'שישי', 'שבת']

/** Fields that older system templates do not have. */
type Newer = 'muted_messages' | 'page'
type Contents = Omit<TemplateDefinition, Newer> & Partial<Pick<TemplateDefinition, Newer>>

export function TemplateContents({ definition, about }: { definition: Contents; about: string }) {
  const { title, subtitle, takeaways, presenter, kind, schedule, interactions } = definition
  const { muted_messages: keys = [], page } = definition
  const { data: rules = [] } = useWebinarMessages()
  const muted = rules.filter(({ key }) => keys.includes(key))
  return (
    <div className="template-contents">
      <Block title="מה יש בתבנית">
        {about && <BlockText>{about}</BlockText>}
        <Facts>
          <Fact name="כותרת">{title}</Fact>
          {subtitle && <Fact name="ההבטחה">{subtitle}</Fact>}
          <Fact name="סוג">{kindLabels[kind]}</Fact>
          <Fact name="משך">{`${definition.duration_minutes} דקות`}</Fact>
          {schedule && <Fact name="מועד קבוע">{`יום ${weekdays[schedule.weekday]}, ${schedule.time}`}</Fact>}
          {presenter && <Fact name="מי מעבירים">{presenter}</Fact>}
          <Fact name="הקלטה">{definition.replay_enabled ? `${definition.replay_hours} שעות` : 'בלי הקלטה'}</Fact>
        </Facts>
      </Block>
      {takeaways.length > 0 && (
        <Block title="מה ייצא מההדרכה">
          <ul className="template-lines">
            {takeaways.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </Block>
      )}
      {page && (
        <Block title="עמוד ההרשמה">
          <ul className="template-lines">
            {page.slice(1).map((block) => (
              <li key={block.id}>{blockName(block)}</li>
            ))}
          </ul>
        </Block>
      )}
      {muted.length > 0 && (
        <Block title="הודעות כבויות">
          <ul className="template-lines">
            {muted.map(({ key, name }) => (
              <li key={key}>{name}</li>
            ))}
          </ul>
        </Block>
      )}
      <Block title="רגעים בחדר">
        {interactions.length === 0 && <BlockText>אין סקרים, הצעות או קבצים.</BlockText>}
        <ul className="template-lines">
          {interactions.map(({ kind: what, title: name, at_second: at }, i) => (
            // oxlint-disable-next-line react/no-array-index-key -- moments have no id, and are not reordered here
            <li key={i}>
              <b>{at === null ? 'ידני' : formatPosition(at)}</b> {interactionLabels[what]}: {name}
            </li>
          ))}
        </ul>
      </Block>
    </div>
  )
}

/** A block of a kind that was removed from the code is listed by its kind. */
function blockName({ kind, content }: PageBlock) {
  const { title } = content as { title?: unknown }
  const label = (kindOf(kind) as ReturnType<typeof kindOf> | undefined)?.label ?? kind
  return typeof title === 'string' && title ? `${label}: ${title}` : label
}
