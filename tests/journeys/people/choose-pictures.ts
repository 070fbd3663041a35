import { Buffer } from 'node:buffer'
import type { Locator, Page } from 'playwright-core'
import type { Language } from '../stage/phone.ts'
import { wordsOf } from '../stage/words.ts'

interface On {
  readonly page: Page
  readonly language: Language
}

const photoOf = (page: Page): Promise<Buffer> =>
  page.screenshot({ type: 'jpeg', clip: { x: 0, y: 0, width: 320, height: 210 } })
const pdf = { name: 'estado.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7\n1 0 obj') }

/** Chooses one picture for a message to support, and waits until it is uploaded. @returns the field. */
export async function choosePicture({ page, language }: On): Promise<Locator> {
  const { support, files } = wordsOf(language)
  const field = page.getByRole('group', { name: support.attach.label, exact: true })
  const photo = { name: 'captura.jpg', mimeType: 'image/jpeg', buffer: await photoOf(page) }
  await field.locator('input[type=file]').last().setInputFiles(photo)
  await field.getByText(files.field.ready, { exact: true }).waitFor()
  await field.scrollIntoViewIfNeeded()
  return field
}

/** Chooses one, and then a PDF, which is refused. @returns the field. */
export async function choosePictures(on: On): Promise<Locator> {
  const field = await choosePicture(on)
  await field.locator('input[type=file]').last().setInputFiles(pdf)
  await field.getByText(wordsOf(on.language).files.rejections['file-pdf'], { exact: true }).waitFor()
  await field.scrollIntoViewIfNeeded()
  return field
}
