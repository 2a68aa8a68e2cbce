import { useLaunchReport } from '#features/launches/launches.data.ts'
import type { Launch } from '#features/launches/launches.ts'
import { formatMoney } from '#lib/money.ts'
import { Block, BlockText } from '#ui/block.tsx'
import { Table } from '#ui/lists/table.tsx'
import { HourCurve } from './hour-curve.tsx'

/** Funnel from registration to revenue, by source; and the cart's sales by hour, compared with the previous launch. */
export function LaunchReport({ launch, isLive }: { launch: Launch; isLive: boolean }) {
  const { data } = useLaunchReport(launch.id, isLive)
  if (!data) return null
  return (
    <Block title="מהצטרפות ועד תשלום, לפי מקור">
      {data.sources.length === 0 && <BlockText>עוד אין משתתפים.</BlockText>}
      {data.sources.length > 0 && (
        <Table label="לפי מקור">
          <thead>
            <tr>
              <th scope="col">מקור</th>
              <th scope="col">הצטרפו</th>
              <th scope="col">נכנסו</th>
              <th scope="col">השלימו שיעור</th>
              <th scope="col">רכשו</th>
              <th scope="col">הכנסות</th>
            </tr>
          </thead>
          <tbody>
            {data.sources.map((row) => (
              <tr key={row.source}>
                <th scope="row">
                  <bdi>{row.source || 'ללא מקור'}</bdi>
                </th>
                <td>{row.participants.toLocaleString('he-IL')}</td>
                <td>{row.active.toLocaleString('he-IL')}</td>
                <td>{row.completed.toLocaleString('he-IL')}</td>
                <td>{row.buyers.toLocaleString('he-IL')}</td>
                <td>{formatMoney(row.revenue_agorot)}</td>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
      {data.hours.length > 0 && <HourCurve hours={data.hours} />}
      {data.hours.length > 0 && (
        <Table label="רכישות לפי שעת ההרשמה">
          <thead>
            <tr>
              <th scope="col">שעה מפתיחת ההרשמה</th>
              <th scope="col">רכשו</th>
              <th scope="col">בהשקה הקודמת</th>
            </tr>
          </thead>
          <tbody>
            {data.hours.map(({ hour, buyers, buyers_before: before }) => (
              <tr key={hour}>
                <th scope="row">{hour + 1}</th>
                <td>{buyers}</td>
                <td>{before}</td>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
    </Block>
  )
}
