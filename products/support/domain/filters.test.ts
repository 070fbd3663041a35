import { describe, expect, it } from 'vitest'
import { findSensitive, maskSensitive } from './sensitive.ts'
import { type AskKind, findAsks } from './staff-asks.ts'

const seedWords = 'abandon ability able about above absent absorb abstract absurd abuse access accident'

const secrets = [
  ['password', 'Mi contraseña es Jacaranda-7 verde', 'Jacaranda-7 verde'],
  ['password', 'contraseña: perro azul', 'perro azul'],
  ['password', 'Mi NIP es 4821', '4821'],
  ['password', 'my password is hunter22!', 'hunter22!'],
  ['password', 'a minha senha é Girassol99', 'Girassol99'],
  ['password', 'Jacaranda77 es mi contraseña', 'Jacaranda77'],
  ['code', 'Me llegó el código 135790', '135790'],
  ['code', 'el código que me mandaron por SMS es: 135 790', '135 790'],
  ['code', '135790 es mi código', '135790'],
  ['code', 'My verification code is 246810', '246810'],
  ['code', 'o código de verificação chegou: 864209', '864209'],
  ['code', 'mis códigos de recuperación: ABCD-1234-EFGH', 'ABCD-1234-EFGH'],
  ['card', 'Pagué con la 4111 1111 1111 1111', '4111 1111 1111 1111'],
  ['card', 'my card 5555-5555-5555-4444 was refused', '5555-5555-5555-4444'],
  ['card', 'el CVV es 123', '123'],
  ['seed', `mi frase de recuperación es ${seedWords}`, 'abandon'],
  ['seed', seedWords, 'accident'],
  ['seed', `palavras de recuperação: ${seedWords}`, 'absurd'],
  [
    'seed',
    '5HueCGU8rMjxEXxiPuD5BDku4MkFqeZyd4dZ1jvhTVqvbTLvyTJ',
    '5HueCGU8rMjxEXxiPuD5BDku4MkFqeZyd4dZ1jvhTVqvbTLvyTJ',
  ],
] as const

describe('a secret in a message', () => {
  it.each(secrets)('%s: %s', (kind, text, secret) => {
    expect(findSensitive(text).map((part) => part.kind)).toContain(kind)
    const masked = maskSensitive(text)
    expect(masked).not.toContain(secret)
    expect(findSensitive(masked)).toEqual([])
  })

  it.each([
    '¿Por qué mi orden de 100 títulos de WALMEX sigue abierta?',
    'Mi contraseña es rechazada desde ayer',
    'La contraseña es incorrecta, dice la pantalla',
    'My password is not accepted any more',
    'A minha senha é inválida, diz a tela',
    'No me llegó el código',
    'Mi retiro de 25,000.00 pesos, folio wdr_01KJ0000000000000000000001, no llegó',
    'Mi código postal es 06600 y el teléfono 5512345678',
    'El código de error 500123 sale al abrir la gráfica',
    'Mi CLABE es 032180000118359719',
    'Hello, I sold twenty shares on Monday and I would like to know when the money settles.',
    'Depositei 1.500,00 reais ontem e ainda não apareceu na minha conta. O que faço?',
    'recibo 9b74c9897bac770ffc029102a200c5de9b74c9897bac770ffc029102a200c5de',
  ])('is not seen in: %s', (text) => {
    expect(findSensitive(text)).toEqual([])
    expect(maskSensitive(text)).toBe(text)
  })

  it('is covered wherever it is, and what is around it stays', () => {
    expect(maskSensitive('Hola.\nMi NIP es 4821\ny el código 135790 no sirve')).toBe(
      'Hola.\nMi NIP es ••••\ny el código •••• no sirve',
    )
  })
})

const refused: readonly (readonly [AskKind, string])[] = [
  ['secret', 'Por favor envíame tu contraseña'],
  ['secret', 'Necesitamos tu código de verificación para seguir'],
  ['secret', 'Dime el código que te llegó'],
  ['secret', '¿Cuál es tu NIP?'],
  ['secret', 'Comparte las palabras de recuperación de tu cartera'],
  ['secret', 'Confirma tu clave de acceso'],
  ['secret', 'Please send me your password'],
  ['secret', 'Can you read me the code you received?'],
  ['secret', 'We need your seed phrase'],
  ['secret', 'What is your PIN?'],
  ['secret', 'Me passe a sua senha, por favor'],
  ['secret', 'Informe o código que chegou no seu celular'],
  ['secret', 'Digite aqui a sua frase de recuperação'],
  ['secret', 'Preciso do seu token'],
  ['secret', 'No olvides enviar tu contraseña'],
  ['secret', 'Proporcione el número de su tarjeta'],
  ['secret', 'Reply with the OTP'],
  ['pay-in', 'Debes depositar una garantía primero'],
  ['pay-in', 'Para liberar tu retiro tienes que pagar el impuesto'],
  ['pay-in', 'Deposita 5000 pesos y se libera'],
  ['pay-in', 'Transfiere el monto a la cuenta que te indico'],
  ['pay-in', 'Hay que cubrir la comisión por adelantado'],
  ['pay-in', 'Favor de abonar la diferencia'],
  ['pay-in', 'Haz un depósito para verificar tu cuenta'],
  ['pay-in', 'Solo falta pagar la tarifa'],
  ['pay-in', 'You must deposit the tax before we release it'],
  ['pay-in', 'Please transfer the fee'],
  ['pay-in', 'To unlock your withdrawal you need to pay a bond'],
  ['pay-in', 'Make a deposit to activate the account'],
  ['pay-in', 'Pay the fee first and the money leaves today'],
  ['pay-in', 'Just top up your account'],
  ['pay-in', 'Send funds to continue'],
  ['pay-in', 'Você precisa depositar a garantia'],
  ['pay-in', 'Faça um PIX para liberar o saque'],
  ['pay-in', 'Pague a taxa e o dinheiro sai hoje'],
  ['pay-in', 'É necessário pagar o imposto antes'],
  ['pay-in', 'Basta transferir o valor'],
  ['pay-in', 'A taxa antecipada é devolvida depois'],
  ['destination', 'La cuenta es 032180000118359719'],
  ['destination', 'Use 0x52908400098527886E0F7030069857D2E4169EE7'],
  ['destination', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'],
  ['destination', 'USDT: TJRabPrwbZy45sbavfcjinPJC18kjpRTv8'],
  ['destination', 'IBAN ES91 2100 0418 4502 0005 1332'],
  ['destination', 'A chave é 123e4567-e89b-12d3-a456-426614174000'],
  ['elsewhere', 'Escríbeme por WhatsApp'],
  ['elsewhere', 'Install AnyDesk so that I can help you'],
  ['elsewhere', 'Entra en https://bolsillo-ayuda.example/retiro'],
  ['elsewhere', 'Visit condusef.gob.mx.evil.com now'],
  ['elsewhere', 'Fale comigo no Telegram'],
  ['elsewhere', 'Mi correo es ana@example.com'],
  ['destination', 'Llámame al +52 55 1234 5678'],
  ['secret', 'Tu código es 135790'],
]

describe('what staff never write', () => {
  it('is at least fifty phrases in three languages', () => {
    expect(refused.length).toBeGreaterThanOrEqual(50)
  })

  it.each(refused)('%s: %s', (kind, text) => {
    expect(findAsks(text)).toContain(kind)
  })

  it.each([
    'Tu retiro salió hoy a las 11:40 y llega el mismo día.',
    'Nunca te pediremos tu contraseña ni un código.',
    'No necesitas depositar nada para retirar.',
    'No tienes que pagar nada: la comisión se descuenta del monto.',
    'No compartas tu contraseña con nadie.',
    'Tu orden se ejecutó en dos partes; las dos están en su recibo.',
    'Tu depósito llegó sin la referencia. Ya está en tu cuenta.',
    'Puedes reclamar ante la CONDUSEF: condusef.gob.mx',
    'We never ask you for a code.',
    'You do not have to deposit anything to withdraw.',
    'Your deposit was credited at noon. Its receipt names the entry.',
    'The order wdr_01KJ0000000000000000000001 was cancelled by you.',
    'Não é preciso depositar nada para sacar.',
    'Nunca pedimos a sua senha.',
    'O seu depósito chegou ontem e já está disponível.',
    'O saque volta para a sua conta em um dia útil.',
  ])('leaves alone: %s', (text) => {
    expect(findAsks(text)).toEqual([])
  })
})
