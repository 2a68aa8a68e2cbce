import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { makeClient } from '../../../../test/browser/make-client.ts'
import { makeContact, unique } from '../../../../test/browser/make-contact.ts'
import { loseRequests } from '../../../../test/browser/network.ts'
import { backendAs, backendAsService, makeAccount, openScreen } from '../../../../test/browser/render.tsx'
import { violationsOf } from '../../../../test/browser/violations.ts'

test('materials of a stage are shown in the portal once that stage is open', async () => {
  const [near, far] = [unique('דף תקציב'), unique('דף חיסכון')]
  const owner = backendAs('owner')
  const { data: draft } = await owner.rpc('draft_process_template', {}).throwOnError()
  const content = {
    name: unique('ליווי'),
    description: '',
    stages: [
      { name: 'תקציב', lineage: null },
      { name: 'חיסכון', lineage: null, materials: [{ title: far, url: '/blog' }] },
    ],
  }
  const seen = async () =>
    (await owner.from('process_templates').select('version').eq('id', draft).single().throwOnError()).data.version
  await owner.rpc('save_process_draft', { template: draft, seen: await seen(), content }).throwOnError()

  const editor = await openScreen(`/crm/process-templates/${draft}`, 'owner')
  await page.getByRole('button', { name: /^1\. תקציב/ }).click()
  await page.getByRole('button', { name: 'חומר חדש בשלב תקציב' }).click()
  await page.getByRole('textbox', { name: /^שם החומר/ }).fill(near)
  await page.getByRole('textbox', { name: /^קישור/ }).fill('https://example.com/sheet')
  await page.getByRole('button', { name: 'שמירת הטיוטה' }).click()
  await expect.element(page.getByRole('button', { name: 'נשמר' })).toBeVisible()
  await editor.unmount()

  const { data: template } = await owner
    .rpc('publish_process_template', { template: draft, seen: await seen() })
    .throwOnError()
  const account = await makeAccount('client')
  const { id } = await makeContact({ last: unique('לוי') })
  const service = backendAsService()
  await service.from('contacts').update({ client_user_id: account.id }).eq('id', id).throwOnError()
  const { data: process } = await service
    .from('client_processes')
    .insert({ contact_id: id, process_template_id: template })
    .select('id')
    .single()
    .throwOnError()
  const { data: stages } = await service
    .from('process_stages')
    .select('id, stage_order')
    .eq('template_id', template)
    .order('stage_order')
    .throwOnError()
  await service
    .from('process_stage_instances')
    .upsert(
      stages.map(({ id: stage, stage_order }) => ({
        client_process_id: process.id,
        process_stage_id: stage,
        status: stage_order === 1 ? 'active' : 'locked',
      })),
      { onConflict: 'client_process_id,process_stage_id' },
    )
    .throwOnError()

  const portal = await openScreen('/client-portal/resources', account)
  const link = page.getByRole('region', { name: 'השלב תקציב' }).getByRole('link', { name: near })
  await expect.element(link).toHaveAttribute('href', 'https://example.com/sheet')
  expect(page.getByRole('link', { name: far }).elements()).toEqual([])
  expect(await violationsOf()).toEqual([])
  await page.getByRole('searchbox', { name: 'חיפוש בחומרים' }).fill('אין כזה')
  await expect.element(page.getByText('לא נמצאו חומרים עם המילים האלה.')).toBeVisible()
  await portal.unmount()

  await openScreen('/client-portal/process', account)
  await page.getByRole('link', { name: 'תקציב' }).first().click()
  await expect
    .element(page.getByRole('region', { name: 'חומרים לשלב הזה' }).getByRole('link', { name: near }))
    .toBeVisible()
})

test('loaded materials remain visible when a refetch fails', async () => {
  const { account, contactId } = await makeClient()
  const name = `${unique('מדריך')}.pdf`
  await backendAsService()
    .from('files')
    .insert({ name, contact_id: contactId, shared_with: 'client', stored_at: new Date().toISOString() })
    .throwOnError()
  const { connection } = await openScreen('/client-portal/resources', account)
  await expect.element(page.getByRole('button', { name })).toBeVisible()
  loseRequests('/rest/v1/rpc/my_resources')
  await connection.queries.invalidateQueries({ queryKey: ['portal', 'resources'] })
  expect(connection.queries.getQueryState(['portal', 'resources'])?.status).toBe('error')
  await expect.element(page.getByRole('button', { name })).toBeVisible()
  expect(page.getByRole('alert').elements()).toEqual([])
})
