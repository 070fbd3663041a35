import type { terms as spanish } from './es-ES.ts'

export const terms: typeof spanish = {
  terms: {
    mark: 'O preço com que se calculam seu resultado e sua liquidação. Não é o da última operação.',
    index:
      'O preço da moeda visto em vários mercados ao mesmo tempo. O que se atrasa ou se afasta dos demais não conta.',
    funding:
      'Um pagamento entre quem tem posições compradas e quem tem vendidas, a cada poucas horas. Mantém o contrato perto do índice.',
    margin: 'O seu dinheiro que fica separado para responder pela posição.',
    notional: 'Quanto vale a posição inteira, não só o que você separou: seu resultado muda com isso.',
    leverage: 'Quantas vezes a sua margem a posição vale. Com 5×, se o preço se move 1 %, sua margem muda 5 %.',
    liquidation: 'O preço de marca em que a margem já não basta e o sistema começa a fechar a posição.',
    bankruptcy: 'O preço de marca em que não sobra nada do que responde pela posição.',
    unrealised: 'O que você ganharia ou perderia ao preço de marca de agora. Muda até você fechar.',
    crossRatio:
      'Quanto do que responde por suas posições cruzadas já é necessário para mantê-las. Ao chegar a 100 % são liquidadas.',
    ratio: 'A margem de manutenção dividida pelo que vale a posição com sua margem. Ao chegar a 100 % é liquidada.',
    maintenance: 'A menor margem com que uma posição pode continuar aberta.',
    deleveraging:
      'Se o fundo de seguro não bastar, posições ganhadoras de outros são fechadas, primeiro as mais alavancadas.',
    makerTaker: 'Maker é a ordem que espera no livro. Taker é a que toma o que outra já oferece.',
  },
}
