import { samplePicture } from '@bolsillo/files/server'
import { assert, type Id, isRejection } from '@bolsillo/kernel'
import { type DemoCustomers, transaction } from '@bolsillo/server-kit'
import { decide } from './operator/decide.ts'
import type { Parts } from './parts.ts'
import { submit } from './submit-papers.ts'

// Nobody's papers: the CURP is the one of the standard's own example, the pictures say that they are for practice.
const papers = {
  country: 'MX',
  certificate: 'id-card',
  name: 'Wenceslao Boro',
  birthDate: '1931-08-20',
  number: 'PRACTICA000001',
  expiry: '2035-12-31',
  curp: 'BOXW310820HNERXN09',
} as const

/** Verifies the first customer of the demo, by the ways everybody goes; the second one can try them. */
export function seedDemo(parts: Parts) {
  return async ({ customerIds: [customerId] }: DemoCustomers): Promise<void> => {
    assert(customerId !== undefined, 'the demo has a customer')
    const { clock, sql } = parts.services
    const front = await upload(parts, customerId, {
      title: 'Práctica',
      lines: ['WENCESLAO BORO', papers.curp, 'SIN VALOR'],
      face: true,
    })
    const back = await upload(parts, customerId, { title: 'Reverso', lines: [papers.number, 'SIN VALOR'] })
    await transaction(sql, async (tx) => {
      const now = clock.now()
      const caseId = await submit(parts, tx, { customerId, texts: { ...papers, front, back }, now })
      assert(!isRejection(caseId), 'the papers of the demo are in order')
      const refused = await decide(parts, tx, { caseId, to: 'succ', refusals: [], actor: 'seeding', now })
      assert(refused === undefined, 'nobody decides beside the demo')
    })
  }
}

async function upload(
  { files }: Parts,
  customerId: Id<'cus'>,
  drawing: Parameters<typeof samplePicture>[0],
): Promise<Id<'fil'>> {
  const bytes = await samplePicture(drawing)
  const fileId = await files.keep({ customerId, purpose: 'identity', file: { name: 'practica.jpg', bytes } })
  assert(!isRejection(fileId), 'the pictures of the demo are in order')
  return fileId
}
