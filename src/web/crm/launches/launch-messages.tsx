import { Link } from 'react-router'
import { useLaunchMessages } from '#features/launches/launches.data.ts'
import type { Launch } from '#features/launches/launches.ts'
import { formatDate, formatTime } from '#lib/time/dates.ts'
import { Block } from '#ui/block.tsx'
import { Table } from '#ui/lists/table.tsx'

/** Message rules with their counts in this launch. Times and texts are edited in the message plan. */
export function LaunchMessages({ launch }: { launch: Launch }) {
  const { data = [] } = useLaunchMessages(launch.id)
  return (
    <Block title="תוכנית ההודעות" action={<Link to="/crm/email">לעריכת התוכנית</Link>}>
      <Table label="ההודעות, ומה כבר נשלח">
        <thead>
          <tr>
            <th scope="col">הודעה</th>
            <th scope="col">הבאה</th>
            <th scope="col">ממתינות</th>
            <th scope="col">נשלחו</th>
            <th scope="col">לא נשלחו</th>
          </tr>
        </thead>
        <tbody>
          {data.map((rule) => (
            <tr key={rule.rule_key}>
              <th scope="row">
                {rule.name}
                {rule.purpose === 'marketing' && ' (פרסומת, רק למי שהסכימו)'}
                {!rule.is_active && ' (כבויה)'}
              </th>
              <td>{rule.next_at ? `${formatDate(rule.next_at)}, ${formatTime(rule.next_at)}` : '–'}</td>
              <td>{rule.waiting.toLocaleString('he-IL')}</td>
              <td>{rule.sent.toLocaleString('he-IL')}</td>
              <td>{rule.skipped.toLocaleString('he-IL')}</td>
            </tr>
          ))}
        </tbody>
      </Table>
    </Block>
  )
}
