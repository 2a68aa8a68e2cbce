import { expect, test } from 'vitest'
import { deadControls } from './dead-controls.ts'

const isDead = (html: string) => deadControls(html).length > 0

test.each([
  ['a link without a target', '<a class="btn">קריאה</a>', '<a href="/about">קריאה</a>'],
  ['a link to nothing', '<a href="#">קריאה</a>', '<a href="#main">קריאה</a>'],
  ['a button outside of a form', '<button>שליחה</button>', '<form><p><button>שליחה</button></p></form>'],
  [
    'a button of a form that only looks like one',
    '<form><button type="button">סגירה</button></form>',
    '<form><button type="submit">שליחה</button></form>',
  ],
  [
    'a button after its form',
    '<form><input></form><button>שליחה</button>',
    '<form><input><button>שליחה</button></form>',
  ],
  [
    'a button of a missing form',
    '<button form="f">שליחה</button>',
    '<form id="f"></form><button form="f">שליחה</button>',
  ],
  [
    'a button of a missing popover',
    '<button popovertarget="menu">תפריט</button>',
    '<button popovertarget="menu">תפריט</button><div id="menu" popover></div>',
  ],
  [
    'a button with an id that no script selects',
    '<button type="button" id="copy-all">העתקה</button>',
    '<button type="button" id="copy">העתקה</button>',
  ],
  [
    'a button with a data attribute that no script selects',
    '<button type="button" data-prints="">הדפסה</button>',
    '<button type="button" data-print="">הדפסה</button>',
  ],
  [
    'a button with an unknown value',
    '<button type="button" data-a11y="resets">איפוס</button>',
    '<button type="button" data-a11y="reset">איפוס</button>',
  ],
  [
    'a button that nothing unhides',
    '<button type="button" hidden>עוד</button>',
    '<button type="button" data-print hidden>עוד</button>',
  ],
  [
    'a button of an unknown island',
    '<div data-island="no-such"><button type="button">עוד</button></div>',
    '<div data-island="booking"><svg><path/></svg><button type="button">עוד</button></div>',
  ],
])('%s is dead', (_, dead, alive) => {
  expect([isDead(dead), isDead(alive)]).toEqual([true, false])
})
