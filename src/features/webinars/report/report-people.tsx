import { Link } from 'react-router'
import { formatMoney } from '#lib/money.ts'
import { Block, BlockText } from '#ui/block.tsx'
import { Table } from '#ui/lists/table.tsx'
import { exitLabels } from '../webinar-labels.ts'
import { registrationLabels } from '../screens/session-labels.ts'
import type { WebinarReport } from './webinar-report.data.ts'

/** The registrants with the longest watch time, up to 500. */
export const ReportPeople = ({ people }: Pick<WebinarReport, 'people'>) => (
  <Block title="נרשמים">
    {people.length === 0 && <BlockText>עוד אין נרשמים.</BlockText>}
    {people.length > 0 && (
      <Table label="טבלה: נרשמים">
        <thead>
          <tr>
            <th scope="col">שם</th>
            <th scope="col">מצב</th>
            <th scope="col">דקות צפייה</th>
            <th scope="col">תשובות</th>
            <th scope="col">הצעה</th>
            <th scope="col">רכישה</th>
            <th scope="col">מה חשוב להם</th>
            <th scope="col">בסיום</th>
          </tr>
        </thead>
        <tbody>
          {people.map((one) => (
            <tr key={one.registration_id}>
              <td>
                <Link to={`/crm/contacts/${one.contact_id}`}>{one.name}</Link>
              </td>
              <td>{registrationLabels[one.state]}</td>
              <td>{Math.round(one.watched_seconds / 60)}</td>
              <td>{one.answers}</td>
              <td>{one.clicked ? 'לחצו' : '–'}</td>
              <td>{one.agorot > 0 ? formatMoney(one.agorot) : '–'}</td>
              <td>{one.wish ?? ''}</td>
              <td>{one.exit_answer && exitLabels[one.exit_answer]}</td>
            </tr>
          ))}
        </tbody>
      </Table>
    )}
  </Block>
)
