import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderApp } from '../../../test/browser/render.tsx'
import { BusinessExportCard } from './business-export-card.tsx'

test('an owner requests the export of the whole business, and an admin is not offered it', async () => {
  const screen = await renderApp(
    <>
      <BusinessExportCard />
      <p>סוף</p>
    </>,
    { as: 'admin' },
  )
  await expect.element(page.getByText('סוף')).toBeVisible()
  await expect.element(page.getByText('כל נתוני העסק בקובץ אחד')).not.toBeInTheDocument()
  await screen.unmount()
  await renderApp(<BusinessExportCard />, { as: 'owner' })
  await page.getByRole('button', { name: 'הכנת הקובץ' }).click()
  await expect.element(page.getByText(/מתחילים|נכתבו|מוכן/)).toBeVisible()
})
