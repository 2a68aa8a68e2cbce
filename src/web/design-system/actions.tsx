import { ArrowLeft, Ellipsis, Plus } from 'lucide-react'
import { Button, ButtonLink, type ButtonLook } from '#ui/button.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { Row, Specimen } from './specimen.tsx'

const looks: { look: ButtonLook; text: string }[] = [
  { look: 'primary', text: 'שמירת השינויים' },
  { look: 'accent', text: 'שמירת מקום' },
  { look: 'secondary', text: 'חזרה' },
  { look: 'soft', text: 'הוספת משימה' },
  { look: 'ghost', text: 'דילוג' },
  { look: 'danger', text: 'מחיקה' },
  { look: 'link', text: 'קישור' },
]

export const Actions = () => (
  <Specimen title="כפתורים">
    <Row>
      {looks.map(({ look, text }) => (
        <Button key={look} look={look}>
          {text}
        </Button>
      ))}
    </Row>
    <Row>
      <Button look="primary" size="sm">
        קטן
      </Button>
      <Button look="primary">רגיל</Button>
      <Button look="primary" size="lg">
        גדול
      </Button>
      <ButtonLink look="primary" size="xl" href="#main" icon={<Icon of={ArrowLeft} />}>
        ראשי באתר
      </ButtonLink>
    </Row>
    <Row>
      <Button look="primary" busy>
        שומרים
      </Button>
      <Button look="primary" disabled>
        לא זמין
      </Button>
      <Button disabled>לא זמין</Button>
      <Button className="ds__focused">בפוקוס</Button>
      <Button icon={<Icon of={Plus} />}>איש קשר</Button>
      <Button iconOnly aria-label="פעולות נוספות" icon={<Icon of={Ellipsis} />} />
    </Row>
    <div className="ds__deep">
      <Button look="on-deep">על רקע עמוק</Button>
    </div>
  </Specimen>
)
