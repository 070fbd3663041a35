import type { Messages } from './es-ES.ts'
import { pages } from './pages/pt-BR.ts'
import { terms } from './terms/pt-BR.ts'

export const messages: Messages = {
  ...pages,
  ...terms,
  warnings: {
    title: {
      first: 'Sua posição está perto da liquidação',
      urgent: 'Sua posição está prestes a ser liquidada',
    },
    text: {
      isolated: 'Ao preço de marca de {mark}, a posição em {symbol} usa {ratio}% da sua margem.',
      cross: 'Ao preço de marca de {mark} em {symbol}, sua conta cruzada usa {ratio}% da sua margem.',
    },
    liquidation: 'É liquidada a {liquidation}.',
    act: {
      isolated: 'Você pode adicionar margem ou fechar uma parte. Com 100% ela é liquidada.',
      cross: 'Você pode transferir dinheiro para contratos ou fechar uma parte. Com 100% ela é liquidada.',
    },
    toast: { first: '{symbol}: perto da liquidação', urgent: '{symbol}: prestes a ser liquidada' },
  },
  acts: { 'margin-warn': 'Aviso antes de uma liquidação' },
  rejections: {
    'contract-unknown': 'Não conhecemos esse contrato.',
    'funding-unknown': 'Esse contrato não teve pagamento de financiamento nesse momento.',
    'contract-unlisted': 'Esse contrato não está listado agora e não pode ser negociado.',
    'mark-unknown': 'Não há preço de marcação neste momento. Tente em alguns segundos; nada foi feito.',
    'contract-decimals-too-many': 'Casas decimais demais. Máximo: {decimals}.',
    'contract-quantity-zero': 'A quantidade não pode ser 0.',
    'contract-limit-price-missing': 'Informe o preço limite.',
    'contract-limit-price-unexpected': 'Uma ordem a mercado não leva preço limite.',
    'contract-limit-price-zero': 'O preço limite não pode ser 0.',
    'contract-time-in-force-unfit': 'Essa validade não serve para este tipo de ordem.',
    'contract-post-only-unfit': 'Só uma ordem limite que espera no livro pode ser maker.',
    'contract-exits-unfit': 'Uma ordem que fecha não leva saídas.',
    'leverage-below-min': 'A alavancagem mínima é {min}×.',
    'leverage-above-max': 'A alavancagem máxima deste contrato é {max}×.',
    'leverage-above-tier': 'Para uma posição desse tamanho o máximo é {max}×.',
    'leverage-unexpected': 'Uma ordem que fecha usa a alavancagem da posição.',
    'suitability-missing': 'Antes de usar mais de 1×, responda quatro perguntas.',
    'contract-credit-held':
      'Mudou o que protege sua conta: por {hours} h nada se abre a crédito. Fechar e adicionar margem continuam possíveis.',
    'contract-trade-password-missing': 'Digite sua senha de operações.',
    'margin-mode-differs': 'Sua posição neste contrato usa o outro tipo de margem. Feche-a ou use o mesmo.',
    'opposite-position': 'Você tem uma posição do outro lado. Feche-a primeiro.',
    'opposite-order': 'Você tem uma ordem do outro lado que cruzaria com esta. Cancele-a primeiro.',
    'margin-mode-of-order-differs':
      'Suas ordens neste contrato usam o outro tipo de margem. Cancele-as ou use o mesmo.',
    'contract-position-unknown': 'Não encontramos essa posição entre as suas.',
    'contract-position-closed': 'Essa posição já está fechada.',
    'being-liquidated': 'Está sendo liquidada neste momento: não pode ser mudada.',
    'more-than-position': 'É mais do que está aberto: {open}, dos quais {free} livres.',
    'close-beyond-bankruptcy':
      'A esse preço não há com que pagar a perda, então não dá para fechar ali. Se outra posição cruzada está ganhando, feche essa primeiro ou use “Fechar tudo”, que fecha primeiro o que ganha. Você também pode adicionar margem ou passar dinheiro para contratos. Se o mercado continuar assim, a posição é liquidada.',
    'contract-margin-short': 'Faltam {short} USDT: são necessários {needed} USDT e você tem {available} USDT livres.',
    'trigger-price-zero': 'O preço de saída não pode ser 0.',
    'trigger-off-tick': 'Esse preço não é válido. Os mais próximos são {below} e {above}.',
    'contract-take-profit-on-wrong-side':
      'A realização de lucro está do lado errado: o preço acompanhado está em {price}.',
    'contract-stop-loss-on-wrong-side': 'O limite de perda está do lado errado: o preço acompanhado está em {price}.',
    'trigger-unknown': 'Não há saída a retirar.',
    'margin-amount-zero': 'O valor não pode ser 0.',
    'cross-has-no-own-margin': 'A margem cruzada é da conta toda: passe dinheiro para contratos para mudá-la.',
    'margin-above-available': 'Você tem {available} USDT livres.',
    'margin-removal-above-free': 'Você pode retirar até {removable} USDT.',
    'nothing-open': 'Você não tem posições abertas.',
    'liquidation-unknown': 'Não encontramos essa liquidação entre as suas.',
    'suitability-answers-missing': 'Responda as quatro perguntas.',
  },
}
