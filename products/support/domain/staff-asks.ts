import { authorityHosts } from './authorities.ts'
import { findSensitive } from './sensitive.ts'

/** What staff never write to a customer: whoever does is a thief, or is taken for one. */
const askKinds = ['secret', 'pay-in', 'destination', 'elsewhere'] as const
export type AskKind = (typeof askKinds)[number]

/** Lower case without accents; every mark but those that end a sentence is a space. */
function plain(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}.!?\n]+/gu, ' ')
}

const few = '(?:[\\p{L}\\p{N}]+ ){0,5}'
const secretVerbs = [
  'dame|deme|denos|danos|dime|diganos?|digame|envia\\p{L}*|envie\\p{L}*|manda\\p{L}*|mande\\p{L}*|compart\\p{L}*|escrib\\p{L}*|proporcion\\p{L}*',
  'confirm\\p{L}*|indi(?:ca|que)\\p{L}*|necesit\\p{L}*|pasa\\p{L}*|pase\\p{L}*|facilit\\p{L}*|dicta\\p{L}*|teclea\\p{L}*|introduc\\p{L}*|reenvi\\p{L}*',
  'send|give|share|tell|provide|enter|type|need|read|forward|reply with|require',
  'passe\\p{L}*|inform\\p{L}*|digit\\p{L}*|diga\\p{L}*|precis\\p{L}*|fale|encaminh\\p{L}*',
].join('|')
const secretNouns = [
  'contrasenas?|claves?|nip|pin|passwords?|passphrase|passcode|senhas?|codigos?|codes?|token|otp|semilla|seed|mnemonic\\p{L}*',
  'frase|phrase|palabras de recuperacion|palavras de recuperacao|cvv|cvc|llave privada|private key|chave privada',
  'numero (?:completo )?de (?:tu |su |la |seu |sua )?(?:tarjeta|cartao)|card number|foto de (?:tu|su|la) tarjeta',
].join('|')
const owners = '(?:tu|tus|su|sus|your|seu|sua|seus|suas|el|la|the|o|a)'
const asksSecret = [
  new RegExp(`(?<![\\p{L}])(?:${secretVerbs}) ${few}(?:${secretNouns})(?![\\p{L}])`, 'gu'),
  new RegExp(
    `(?<![\\p{L}])(?:cual (?:es|era)|what(?: i)? ?s|what was|qual (?:e|era)|y|and|e) ${owners} ${few}(?:${secretNouns})(?![\\p{L}])[^.!\\n]{0,40}\\?`,
    'gu',
  ),
]

const payVerbs =
  'depositar\\p{L}*|deposit|deposites?|transferir\\p{L}*|transfer|transfieras?|pagar\\p{L}*|pay|pagues?|abonar\\p{L}*|ingresar (?:dinero|fondos|saldo)|fondear\\p{L}*|recargar\\p{L}*|recarregar|enviar (?:dinero|dinheiro|fondos|usdt|btc|pix)|wire|top up|fund|add (?:money|funds)|send (?:money|funds|usdt|btc|pesos|dollars|a payment|the payment)|cubrir (?:el|la|un|una|los)|liquidar (?:el|la|un|una|los)'
const needWords =
  'debes?|deben|debe usted|tienes? que|tiene usted que|necesitas?|hay que|es necesario|se requiere|requerimos|favor de|por favor|solo|primero|podrias?|puedes|te pido|le pido|te pedimos|le pedimos|falta|hace falta|antes de \\p{L}+|para (?:liberar|desbloquear|activar|retirar|recibir)|must|need to|have to|should|required to|please|kindly|just|first|could you|can you|to (?:unlock|release|activate|withdraw)|before \\p{L}+|we ask you to|deve|precisa|tem que|e necessario|so|primeiro|voce pode|pode|pedimos que|basta|para (?:sacar|receber|ativar|desbloquear|liberar)'
const imperatives =
  'deposita|deposite|depositen|transfiere|transfiera|transfieran|abona|abone|abonen|fondea|fondee|recarga tu|recargue|pague|paguen|paga (?:el|la|un|una|los|las)|transfira|transfiram|depositem|paguem|recarregue|faca (?:um|o|uma|a) (?:novo |nova )?(?:deposito|pix|pagamento|transferencia)|mande (?:um |o )?pix|envie (?:um |o )?pix|haz (?:un|el|una|la) (?:nuevo |nueva )?(?:deposito|pago|transferencia)|realice? (?:un|el|una|la) (?:nuevo |nueva )?(?:deposito|pago|transferencia)|realiza (?:un|el|una|la) (?:nuevo |nueva )?(?:deposito|pago|transferencia)|make (?:a|the|another) (?:\\p{L}+ )?(?:deposit|payment|transfer)|complete (?:a|the) (?:\\p{L}+ )?(?:deposit|payment)|envia(?:nos|me)? (?:dinero|fondos|usdt|btc)|envie(?:nos|me)? (?:dinero|fondos|dinheiro|usdt|btc)|send (?:us )?(?:money|funds|usdt|btc)'
const asksPayIn = [
  new RegExp(`(?<![\\p{L}])(?:${needWords}) ${few}(?:${payVerbs})(?![\\p{L}])`, 'gu'),
  new RegExp(`(?<![\\p{L}])(?:${imperatives})(?![\\p{L}])`, 'gu'),
  /(?:^|[.!?\n] ?)(?:deposit|transfer|pay|wire|top up) (?:\p{L}|\p{N})/gu,
  /(?<!\p{L})(?:comision|tarifa|impuesto|garantia|fianza|fee|tax|bond|taxa|imposto) (?:por )?(?:adelantad[oa]|anticipad[oa]|upfront|in advance|adiantad[oa]|antecipad[oa])/gu,
]

// "We never ask for it" is what staff should say: the word right before the verb decides.
const link =
  '(?:te|le|les|nos|me|lo|la|se|lhe|ever|will|would|we|you|debes?|deben|deve|should|have to|need to|precisa|necesitas?|tienes? que|tiene que|tem que|hace falta|vamos a|vamos|ask|pediremos|pedimos|for|to|que|nosotros|nadie|nobody|usted|voce) '
const negated = new RegExp(
  `(?<![\\p{L}])(?:nunca|no|jamas|never|not|don t|doesn t|won t|do not|nao|nem|ni|sin|without|sem|tampoco|nadie|nobody|ninguem|no one) (?:${link}){0,4}$`,
  'u',
)

function asks(text: string, shapes: readonly RegExp[]): boolean {
  return shapes.some((shape) =>
    [...text.matchAll(shape)].some(({ index, 0: whole }) => {
      const lead = whole.length - whole.replace(/^[.!?\n ]+/u, '').length
      return !negated.test(text.slice(0, index + lead))
    }),
  )
}

const destinations = [
  /(?<![\p{L}\p{N}])0x[0-9a-f]{40}(?![\p{L}\p{N}])/iu,
  /(?<![\p{L}\p{N}])bc1[0-9a-z]{20,70}(?![\p{L}\p{N}])/iu,
  /(?<![\p{L}\p{N}])[13T][1-9A-HJ-NP-Za-km-z]{25,34}(?![\p{L}\p{N}])/u,
  /(?<![\p{L}\p{N}])[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){3,7}(?![\p{L}\p{N}])/u,
  /(?<![0-9A-Za-z_])[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}(?![0-9a-f])/iu,
  // Accounts, CLABE numbers, telephones, tax numbers as PIX keys.
  /(?<![\p{L}\p{N}_])\+?\(?\d(?:[ .()/-]{0,2}\d){9,}(?![\p{L}\p{N}])/u,
]
const channels =
  /(?<!\p{L})(?:whats ?app|wa\.me|telegram|t\.me|wechat|signal|viber|anydesk|any desk|team ?viewer|rustdesk|quick ?support|instagram|facebook|messenger|discord|zoom|google meet)(?!\p{L})/iu
const address = /(?:https?:\/\/|www\.)\S+|(?<![\p{L}\p{N}@.])(?:[a-z0-9-]+\.)+[a-z]{2,10}(?:\/\S*)?(?![\p{L}\p{N}])/giu
const mail = /[^\s@]+@[^\s@]+\.[a-z]{2,}/iu

/** Whether a text leads out of the app: to an address that is none of an authority, to a mailbox, to another service. */
function leadsElsewhere(text: string): boolean {
  if (channels.test(text) || mail.test(text)) return true
  return [...text.matchAll(address)].some(([found]) => {
    const host =
      found
        .toLowerCase()
        .replace(/^(?:https?:\/\/)?(?:www\.)?/u, '')
        .split(/[?#]/u)[0] ?? ''
    return !authorityHosts.some((known) => host === known || host === `${known}/`)
  })
}

/**
 * What of a message of staff must not reach a customer: it asks for a secret or for money, names where money should go, or
 * leads out of the app. It errs on the side of the customer; staff write such a sentence in other words.
 */
export function findAsks(text: string): readonly AskKind[] {
  const read = plain(text)
  const found: Readonly<Record<AskKind, boolean>> = {
    secret: asks(read, asksSecret) || findSensitive(text).length > 0,
    'pay-in': asks(read, asksPayIn),
    destination: destinations.some((shape) => shape.test(text)),
    elsewhere: leadsElsewhere(text),
  }
  return askKinds.filter((kind) => found[kind])
}
