import '#ui/states/error-boundary.css'
import { Plus } from 'lucide-react'
import { Block, BlockText, Fact, Facts } from '#ui/block.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/states/empty-state.tsx'
import { ErrorText } from '#ui/forms/field.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { Loading } from '#ui/states/spinner.tsx'
import { Stepper } from '#ui/forms/stepper.tsx'
import { Grid, Row, Specimen } from './specimen.tsx'

export const States = ({ theme }: { theme: string }) => (
  <Specimen title="מצבים">
    <Row>
      <Loading size="sm" />
      <Loading text="אימות הרשאות..." />
      <Loading size="lg" text="אימות הרשאות לקוח..." />
    </Row>
    <Grid>
      <EmptyState
        title="אין עדיין מסמכים"
        text="מסמכים שתעלו יופיעו כאן."
        action={
          <Button look="primary" icon={<Icon of={Plus} />}>
            העלאת מסמך ראשון
          </Button>
        }
      />
      <div className="errbox">
        <p className="errbox__title">שגיאה ברכיב</p>
        <p>החלק הזה של העמוד נתקל בתקלה. אפשר לנסות שוב או לרענן את העמוד</p>
        <div className="errbox__row">
          <Button look="primary">ניסיון נוסף</Button>
          <Button>רענון העמוד</Button>
        </div>
      </div>
      <Block title={`פרטים, ${theme}`}>
        <Facts>
          <Fact name="טלפון">03-0000000</Fact>
          <Fact name="מקור">האתר</Fact>
        </Facts>
        <BlockText>אין עדיין פגישה קרובה.</BlockText>
      </Block>
      <div>
        <ErrorText>לא הצלחנו לשמור. הטיוטה נשארה כאן.</ErrorText>
      </div>
    </Grid>
    <Stepper
      label={`שלבי התהליך, ${theme}`}
      steps={[
        { id: '1', name: 'שיקוף', more: 'הושלם', state: 'done' },
        { id: '2', name: 'תקציב', more: 'עכשיו', state: 'now' },
        { id: '3', name: 'חובות', state: 'next' },
        { id: '4', name: 'מרווח', state: 'next' },
      ]}
    />
  </Specimen>
)
