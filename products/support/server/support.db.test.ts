import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { messageText, supportLimits, transcriptText } from '../domain/index.ts'
import { messages as es } from '../messages/es-ES.ts'
import {
  anaSupport,
  carlosCompliance,
  dataOf,
  joana,
  maria,
  openSupportStand,
  ownOrder,
  ownWithdrawal,
  refusalOf,
  rogelioRestricted,
  type SupportStand,
  teresaTreasury,
} from './testing/support-stand.ts'

const dayMs = 86_400_000

let stand: SupportStand
let app: SupportStand['app']
beforeAll(async () => {
  stand = await openSupportStand()
  app = stand.app
})
afterAll(() => app?.close())

const staff: SupportStand['staff'] = (...asked) => stand.staff(...asked)
const post: SupportStand['post'] = (...asked) => stand.post(...asked)
const read: SupportStand['read'] = (...asked) => stand.read(...asked)
const opened: SupportStand['opened'] = (...asked) => stand.opened(...asked)
const closed: SupportStand['closed'] = (...asked) => stand.closed(...asked)
const logOf: SupportStand['logOf'] = (who) => stand.logOf(who)

describe('a conversation', () => {
  it('is opened about an order of one’s own, answered by who took it, closed, and reopened by writing', async () => {
    const id = await opened(maria, { topic: 'order', about: ownOrder, text: '¿Por qué sigue abierta\nmi orden?' })
    const listed = dataOf(await staff('/support?filter=open', anaSupport)).rows
    expect(listed).toMatchObject([{ id, state: 'waiting', customer: '10482291', topic: 'order', about: ownOrder }])
    expect(listed[0].dueAt).toBe(listed[0].openedAt + dayMs)
    expect(JSON.stringify(listed)).not.toContain('sigue')

    expect(refusalOf(await staff('/support/answer', anaSupport, { id, text: 'Hola' }))).toBe('support-untaken')
    expect(dataOf(await staff('/support/take', anaSupport, { id })).conversation.owner).toBe('me')
    expect(refusalOf(await staff('/support/take', anaSupport, { id }))).toBe('support-taken')
    const answered = await staff('/support/answer', anaSupport, { id, text: 'Espera su precio límite.' })
    expect(dataOf(answered).conversation.state).toBe('answered')
    expect(stand.notices.at(-1)).toEqual({ customerId: maria.customerId, text: es.notices.answered.text })
    expect(refusalOf(await staff('/support/close', carlosCompliance, { id, reason: 'solved' }))).toBe('support-untaken')
    await staff('/support/close', anaSupport, { id, reason: 'explained' })
    expect(refusalOf(await staff('/support/answer', anaSupport, { id, text: 'Otra cosa' }))).toBe('support-closed')

    const { conversation, lines } = dataOf(await read(maria, id))
    expect(conversation).toMatchObject({ state: 'closed', closedFor: 'explained' })
    expect(lines.map(({ kind, side }: Record<string, string>) => `${kind} ${side}`)).toEqual([
      'message customer',
      'taken staff',
      'message staff',
      'closed staff',
    ])
    // Who of the staff it was is not said.
    expect(JSON.stringify(lines)).not.toContain(anaSupport.operatorId)
    for (const { no, text, salt, hash } of lines.filter((line: { kind: string }) => line.kind === 'message'))
      expect(createHash('sha256').update(messageText({ id, no, salt, text })).digest('hex')).toBe(hash)

    const again = dataOf(await post(maria, 'write', { id, text: 'Sigue igual.' })).conversation
    expect(again.state).toBe('waiting')
    expect(
      dataOf(await read(maria, id))
        .lines.slice(-2)
        .map(({ kind }: { kind: string }) => kind),
    ).toEqual(['reopened', 'message'])
    // The owner stays, and a colleague may take it.
    expect(dataOf(await staff('/support/take', carlosCompliance, { id })).conversation.owner).toBe('me')
    await stand.runEvents()
    expect(stand.streamed).toContainEqual(['support', maria.customerId, { id }])
    await closed(id)
  })

  it('is in the customer’s log with every message by its hash, and every look of staff', async () => {
    const id = await opened()
    await staff('/support/conversation', anaSupport, { id })
    const { lines } = dataOf(await read(maria, id))
    const log = await logOf(maria)
    const about = log.filter(({ details }) => details.case === id)
    expect(about.map(({ action }) => action).toSorted()).toEqual(['approvals.view', 'support.open', 'support.write'])
    expect(about.find(({ action }) => action === 'support.write')?.details.hash).toBe(lines[0].hash)
    expect(about.find(({ action }) => action === 'approvals.view')).toMatchObject({
      actor: anaSupport.operatorId,
      details: { what: 'conversation' },
    })
    expect(JSON.stringify(log, (_, value) => (typeof value === 'bigint' ? String(value) : value))).not.toContain('¿Qué')
    await closed(id)
  })

  it('is open to a restricted customer, and to nobody who is not signed in', async () => {
    const id = await opened(rogelioRestricted)
    expect((await read(rogelioRestricted, id)).json.code).toBe(0)
    expect((await app.ask({ path: '/ipcf-api/user/support' })).status).toBe(401)
    await closed(id)
  })

  it('of somebody else is answered like one that is not there', async () => {
    const id = await opened()
    const none = 'cnv_00000000000000000000000009'
    expect((await read(joana, id)).body).toBe((await read(joana, none)).body)
    for (const path of ['write', 'transcript']) {
      const body = path === 'write' ? { text: 'Hola' } : {}
      expect(refusalOf(await post(joana, path, { id, ...body }))).toBe('support-unknown')
    }
    for (const about of [ownOrder, ownWithdrawal])
      expect(refusalOf(await post(joana, 'open', { topic: 'order', about, text: 'Es mía' }))).toBe('support-about')
    await closed(id)
    await closed(await opened(maria, { topic: 'withdrawal', about: ownWithdrawal }))
  })

  it('is read by support, compliance and admin alone', async () => {
    for (const path of ['/support?filter=open']) expect((await staff(path, teresaTreasury)).status).toBe(403)
  })
})

describe('what is refused', () => {
  it('is a secret of a customer, uncovered; covered it is kept, and nothing of it before', async () => {
    const text = 'Mi contraseña es Jacaranda-7'
    expect(refusalOf(await post(joana, 'open', { topic: 'account', text }))).toBe('support-secret')
    const id = await opened(joana, { topic: 'account', text: 'Mi contraseña es ••••' })
    expect(refusalOf(await post(joana, 'write', { id, text: 'código 135790' }))).toBe('support-secret')
    const [found] = await app.services.sql<{ all: string }[]>`
      select coalesce(string_agg(act_queue::text, ''), '') || (select string_agg(support_line::text, '') from support_line)
        as all from act_queue`
    expect(found?.all).not.toContain('Jacaranda')
    await closed(id)
  })

  it('is a message of staff that asks for a secret or for money; that somebody tried stays in the customer’s log', async () => {
    const id = await opened()
    await staff('/support/take', anaSupport, { id })
    const text = 'Debes depositar una garantía primero'
    expect(refusalOf(await staff('/support/answer', anaSupport, { id, text }))).toBe('support-asks')
    expect(dataOf(await read(maria, id)).lines).toHaveLength(2)
    const stopped = (await logOf(maria)).find(({ action }) => action === 'support.stop')
    expect(stopped).toMatchObject({ actor: anaSupport.operatorId, details: { case: id, kind: 'pay-in' } })
    await closed(id)
  })

  it('is text nobody sees, too long, or none', async () => {
    for (const text of [' \n', 'a\u202eb', 'x'.repeat(supportLimits.letters + 1)])
      expect(dataOf(await post(maria, 'open', { topic: 'other', text }))).toMatchObject({ rejection: 'support-text' })
  })

  it('is one conversation too many, and one message too many within a day', async () => {
    const open = [await opened(joana), await opened(joana), await opened(joana)]
    expect(open).toHaveLength(supportLimits.open)
    expect(refusalOf(await post(joana, 'open', { topic: 'other', text: 'Otra' }))).toBe('support-open')
    const [id = ''] = open
    await closed(id)
    await opened(joana)
    // Reopening is opening.
    expect(refusalOf(await post(joana, 'write', { id, text: 'Otra vez' }))).toBe('support-open')
    const [, second = ''] = open
    let last = ''
    for (let count = 0; count < supportLimits.messages && last === ''; count += 1) {
      if (count % 15 === 14) app.services.clock.advanceMs(61_000)
      last = refusalOf(await post(joana, 'write', { id: second, text: `Mensaje ${count}` })) ?? ''
    }
    expect(last).toBe('support-often')
    app.services.clock.advanceMs(dayMs)
    expect((await post(joana, 'write', { id: second, text: 'Hoy' })).json.code).toBe(0)
  })
})

describe('the transcript', () => {
  it('is made by the phone of the same bytes whose hash the journal has', async () => {
    const id = await opened(maria, { text: 'Hola\n\n1. no es una línea' })
    const { hash, lines: count } = dataOf(await post(maria, 'transcript', { id }))
    const { conversation, lines } = dataOf(await read(maria, id))
    expect(count).toBe(lines.length)
    const text = transcriptText({ ...conversation, topic: es.topics.other }, lines, es.transcript)
    expect(createHash('sha256').update(text).digest('hex')).toBe(hash)
    expect(text).toContain('    1. no es una línea')
    const recorded = (await logOf(maria)).find(({ action }) => action === 'support.transcript')
    expect(recorded?.details).toMatchObject({ case: id, hash })
    await closed(id)
  })
})

describe('the database', () => {
  it('changes and removes nothing, and puts no line between others', async () => {
    const id = await opened()
    const sql = app.database.owner
    await expect(sql`update support_line set at = 0`).rejects.toThrow(/insert-only/)
    await expect(sql`delete from support_conversation`).rejects.toThrow(/insert-only/)
    const line = (no: number, at: number) => sql`
      insert into support_line (conversation_id, customer_id, no, kind, actor, at)
      values (${id}, ${maria.customerId}, ${no}, 'taken', 'opr_x', ${at})`
    await expect(line(3, Date.now() * 2)).rejects.toThrow(/out of its order/)
    await expect(line(2, 1)).rejects.toThrow(/out of its order/)
    await closed(id)
  })
})
