// Static rendering of dialogs, menus and sheets. Their behaviour is tested where they are used.
import '#ui/layers/dialog.css'
import '#ui/layers/menu.css'
import '#ui/toast/toast.css'
import { CircleAlert, CircleCheck, Copy, Info, type LucideIcon, Pencil, Trash2, X } from 'lucide-react'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { Grid, Specimen } from './specimen.tsx'

export const Layers = () => (
  <Specimen title="שכבות והודעות">
    <Grid>
      <div className="menu">
        <MenuLine icon={Pencil} text="עריכה" isChosen />
        <MenuLine icon={Copy} text="שכפול" />
        <div className="menu__sep" />
        <MenuLine icon={Trash2} text="מחיקה" isDanger />
      </div>
      <div className="dialog">
        <div className="dialog__head">
          <p className="dialog__title">למחוק את ההזדמנות?</p>
        </div>
        <p className="dialog__text">ההיסטוריה שלה תימחק. אנשי הקשר נשארים.</p>
        <div className="dialog__foot">
          <Button look="danger">מחיקה</Button>
          <Button look="ghost">חזרה</Button>
        </div>
      </div>
      <Toast type="success" icon={CircleCheck} title="הצלחה" text="פרופיל העסק עודכן בהצלחה" />
      <Toast type="error" icon={CircleAlert} title="לא נשמר" text="שגיאה בעדכון ההתראה" />
      <Toast type="info" icon={Info} title="עדכון בצינור" text="3 הזדמנויות חדשות, 2 עודכנו" />
    </Grid>
  </Specimen>
)

function MenuLine(item: { icon: LucideIcon; text: string; isChosen?: boolean; isDanger?: boolean }) {
  return (
    <div
      className={item.isDanger ? 'menu__item menu__item--danger' : 'menu__item'}
      data-highlighted={item.isChosen || undefined}
    >
      <Icon of={item.icon} />
      <span>{item.text}</span>
    </div>
  )
}

const Toast = ({ type, icon, title, text }: { type: string; icon: LucideIcon; title: string; text: string }) => (
  <div className="toast ds__toast" data-type={type}>
    <div className="toast__in">
      <Icon of={icon} />
      <div className="toast__words">
        <p className="toast__title">{title}</p>
        <p className="toast__text">{text}</p>
      </div>
      <Button look="ghost" size="sm" iconOnly aria-label={`סגירת ההודעה: ${title}`} icon={<Icon of={X} />} />
    </div>
  </div>
)
