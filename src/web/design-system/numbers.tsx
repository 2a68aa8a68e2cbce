import { CalendarDays } from 'lucide-react'
import { formatMoney } from '#lib/money.ts'
import { BarChart } from '#ui/charts/bar-chart.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { OptionCard, OptionCards } from '#ui/forms/option-card.tsx'
import { Table } from '#ui/lists/table.tsx'
import { Specimen } from './specimen.tsx'

const months = ['יוני', 'יולי', 'אוגוסט', 'ספטמבר', 'אוקטובר', 'נובמבר']
const sums = [42_000, 38_000, 51_000, 47_500, 60_500, 64_000]

export const Numbers = ({ theme }: { theme: string }) => (
  <Specimen title="נתונים">
    <BarChart
      title={`הכנסות בחודש, ${theme}`}
      columns={['חודש', 'הכנסות']}
      format={(sum) => formatMoney(sum * 100)}
      bars={months.map((month, i) => ({ key: month, label: month, value: sums[i]! }))}
    />
    <Table label={`הזדמנויות, ${theme}`}>
      <thead>
        <tr>
          <th scope="col">שם</th>
          <th scope="col">שלב</th>
          <th scope="col">סכום</th>
        </tr>
      </thead>
      <tbody>
        <tr>
          <td>משפחת ארזים</td>
          <td>
            <Badge kind="info">חדש</Badge>
          </td>
          <td>{formatMoney(149_000)}</td>
        </tr>
        <tr>
          <td>משפחת נוי</td>
          <td>
            <Badge kind="success">שולם</Badge>
          </td>
          <td>{formatMoney(480_000)}</td>
        </tr>
      </tbody>
    </Table>
    <OptionCards>
      <OptionCard
        icon={CalendarDays}
        title={`Google Calendar, ${theme}`}
        badge={<Badge kind="success">מחובר</Badge>}
        text="פגישות מופיעות ביומן, ושעות תפוסות לא מוצעות."
        actions={<Button size="sm">ניתוק</Button>}
      />
    </OptionCards>
  </Specimen>
)
