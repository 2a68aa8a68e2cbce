import { CalendarClock, Ellipsis } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { useBackend } from '#client/session-context.tsx'
import { refusals as exportRefusals } from '#features/exports/exports.ts'
import { SheetMenu } from '#platform/exports/sheet-menu.tsx'
import { Badge } from '#ui/badge.tsx'
import { Block, BlockText } from '#ui/block.tsx'
import { Button } from '#ui/button.tsx'
import { Menu, MenuItem } from '#ui/layers/menu.tsx'
import { Table } from '#ui/lists/table.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { registrationLabels } from '../screens/session-labels.ts'
import type { SessionRow } from '../webinars.data.ts'
import { fetchRegistrants, maxShown, type Registrant } from './control.data.ts'
import { ModerationItems } from './line-actions.tsx'
import { MoveRegistrant } from './move-registrant.tsx'
import { LinkItems, RegistrantLinkDialog, type ShownLink } from './registrant-link.tsx'

/** Seconds after the last heartbeat of a registrant during which they count as present: see webinar_presence() in the database. */
const presentSeconds = 45

const isPresent = ({ last_seen_at: at, ejected_at: ejected }: Registrant) =>
  at !== null && ejected === null && Date.now() - Date.parse(at) < presentSeconds * 1000

type Props = {
  webinar: { slug: string; title: string }
  session: string
  registrants: readonly Registrant[]
  registered: number
  others: readonly SessionRow[]
}

/** The registrants, those present in the room first. */
export function Registrants({ webinar, session, registrants, registered, others }: Props) {
  const backend = useBackend()
  const [link, setLink] = useState<ShownLink>()
  const [moved, setMoved] = useState<Registrant>()
  const firsts = registrants.filter(({ repeat_of: of }) => of === null)
  return (
    <Block
      title="נרשמים"
      action={
        <SheetMenu
          name={`נרשמים, ${webinar.title}`}
          fetchFile={(format) => fetchRegistrants(backend, { format, sessionId: session })}
          refusals={exportRefusals}
        />
      }
    >
      {registered === 0 && <BlockText>עוד אין נרשמים למפגש.</BlockText>}
      {firsts.length < registered && (
        <BlockText>
          {firsts.length === 0
            ? 'שמות הנרשמים אינם מוצגים בתפקיד שלכם.'
            : `מוצגים ${firsts.length} מתוך ${registered}${registrants.length < maxShown ? ': אנשי הקשר שמשויכים אליכם.' : '. כולם נמצאים בדוח המפגש.'}`}
        </BlockText>
      )}
      {registrants.length > 0 && (
        <Table label="הנרשמים ומצבם">
          <thead>
            <tr>
              <th>שם</th>
              <th>מצב</th>
              <th>דקות צפייה</th>
              <th>פעולות</th>
            </tr>
          </thead>
          <tbody>
            {registrants.map((registrant) => (
              <tr key={registrant.id}>
                <td>
                  <Link to={`/crm/contacts/${registrant.contact_id}`}>{registrant.name}</Link>
                </td>
                <td>
                  {isPresent(registrant) ? (
                    <Badge kind="success">בחדר עכשיו</Badge>
                  ) : (
                    registrationLabels[registrant.state]
                  )}{' '}
                  {registrant.repeat_of && <Badge>מדפדפן נוסף</Badge>}{' '}
                  {registrant.muted_at && <Badge kind="warning">בהשתקה</Badge>}{' '}
                  {registrant.ejected_at && <Badge kind="danger">מחוץ לחדר</Badge>}
                </td>
                <td>{Math.round(registrant.watched_seconds / 60)}</td>
                <td>
                  <Menu
                    trigger={
                      <Button
                        look="ghost"
                        size="sm"
                        iconOnly
                        aria-label={`עוד פעולות: ${registrant.name}`}
                        icon={<Icon of={Ellipsis} />}
                      />
                    }
                  >
                    {/* Further registrations share the link of the first one. */}
                    {!registrant.repeat_of && (
                      <>
                        <LinkItems registrant={registrant} slug={webinar.slug} onMade={setLink} />
                        <MenuItem icon={CalendarClock} onSelect={() => setMoved(registrant)}>
                          העברה למועד אחר
                        </MenuItem>
                      </>
                    )}
                    <ModerationItems registration={registrant.id} name={registrant.name} known={registrant} />
                  </Menu>
                </td>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
      <MoveRegistrant registrant={moved} sessions={others} onClose={() => setMoved(undefined)} />
      <RegistrantLinkDialog shown={link} title={webinar.title} onClose={() => setLink(undefined)} />
    </Block>
  )
}
