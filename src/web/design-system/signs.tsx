import { Check } from 'lucide-react'
import { Avatar } from '#ui/pictures/avatar.tsx'
import { Badge, Count, Kbd } from '#ui/badge.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { Logo } from '#ui/pictures/logo.tsx'
import { Ltr } from '#ui/ltr.tsx'
import { Marked } from '#ui/marked.tsx'
import { StageDot } from '#ui/pictures/stage-dot.tsx'
import { Row, Specimen } from './specimen.tsx'

const stages = ['פנייה חדשה', 'שיחת היכרות', 'אבחון', 'הצעה נשלחה', 'סגירה', 'לא מתאים']

export const Signs = () => (
  <Specimen title="תגיות, שלבים, סימנים">
    <Row>
      <Badge>כללי</Badge>
      <Badge kind="primary">לקוחות</Badge>
      <Badge kind="accent">עכשיו</Badge>
      <Badge kind="success">
        <Icon of={Check} />
        שולם
      </Badge>
      <Badge kind="warning">ממתין</Badge>
      <Badge kind="danger">באיחור</Badge>
      <Badge kind="info">חדש</Badge>
      <Badge kind="outline">תגית</Badge>
    </Row>
    <Row>
      {stages.map((stage, i) => (
        <span key={stage} className="ds__stage">
          <StageDot color={`stage-${i + 1}`} />
          {stage}
        </span>
      ))}
    </Row>
    <Row>
      <Avatar name="נעמה שדות" size="lg" />
      <Avatar name="גיא זך" />
      <Avatar name="דורית עמר" size="sm" />
      <Count>12</Count>
      <Count hot>3</Count>
      <Kbd>Ctrl K</Kbd>
      <Ltr>03-0000000</Ltr>
      <span>
        <Marked text="משפחת ארזים" query="ארז" />
      </span>
    </Row>
    <Row>
      <Logo name="שם העסק" />
    </Row>
  </Specimen>
)
