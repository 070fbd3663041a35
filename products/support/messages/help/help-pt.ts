import type { HelpWords } from '../../domain/help.ts'

export const help: HelpWords = {
  'never-asked': {
    question: 'Alguém me pede a senha, um código ou um depósito',
    answer:
      'Não é daqui. Nunca pedimos senhas, códigos, palavras de recuperação nem depósitos, e uma mensagem da equipe que faça isso é barrada antes de chegar. Se escreverem por outro meio, não responda e avise.',
  },
  'withdraw-free': {
    question: 'Preciso depositar ou pagar algo para sacar?',
    answer:
      'Não. Um saque nunca exige depósito, imposto adiantado, nível nem garantia. A taxa e o imposto dela saem do valor e aparecem antes de confirmar. Os termos são públicos, e uma mudança para pior é anunciada antes.',
  },
  'withdraw-time': {
    question: 'Por que o meu saque continua em análise?',
    answer:
      'Duas pessoas liberam cada pagamento. No detalhe do saque você vê o passo, desde quando, e o que ele espera. Enquanto está em análise você pode cancelar, e o dinheiro volta a ficar disponível.',
  },
  'new-destination': {
    question: 'Por que não posso sacar para uma conta nova?',
    answer:
      'Uma conta ou endereço novo espera antes do primeiro saque, para dar tempo de ver se outra pessoa o adicionou. A conta diz até quando. Precisa estar no seu nome.',
  },
  'deposit-missing': {
    question: 'Depositei e o dinheiro não aparece',
    answer:
      'Abra o depósito nos seus registros: o passo está ali. O que chega à sua própria CLABE ou endereço é reconhecido sozinho; uma transferência com comprovante é analisada pela equipe. O que veio de conta em outro nome fica separado e volta à origem.',
  },
  'deposit-back': {
    question: 'Posso devolver um depósito?',
    answer:
      'Sim, inteiro e para a conta de onde veio. Ninguém da equipe pode negar: depende só da sua identidade, de uma retenção legal e de você não ter pausado a conta.',
  },
  'order-open': {
    question: 'Por que a minha ordem não foi executada?',
    answer:
      'Uma ordem limite espera alguém oferecer o seu preço ou um melhor; fora do horário espera a abertura. O detalhe da ordem mostra cada passo e cada negócio. Enquanto está aberta você pode mudar ou cancelar sem custo.',
  },
  fees: {
    question: 'Quanto vocês cobram de taxa?',
    answer:
      'Você vê a taxa e o imposto antes de confirmar cada ordem, e de novo no recibo. Em moedas ela cai com o que você negocia: a página de taxas mostra a sua faixa e quanto falta para a próxima.',
  },
  settlement: {
    question: 'Quando posso usar o dinheiro de uma venda?',
    answer:
      'Está no seu saldo desde que a venda é executada. O negócio liquida alguns dias úteis depois, e o recibo diz em que dia. O que você compra pode ter um tempo antes de poder ser vendido: a posição diz até quando.',
  },
  identity: {
    question: 'Por que recusaram os meus documentos?',
    answer:
      'Cada campo que não passou tem o motivo. Você envia de novo só esses; o que estava certo fica. A análise não custa nada e não muda o seu direito de sacar para uma conta já verificada.',
  },
  'lost-factor': {
    question: 'Perdi o telefone ou o meu segundo fator',
    answer:
      'Entre com a senha e um dos seus códigos de recuperação; depois adicione outro fator. Os saques esperam um tempo, caso não tenha sido você. Sem códigos, ninguém da equipe pode tirar o seu segundo fator nem vai pedir um código.',
  },
  'lost-password': {
    question: 'Esqueci a minha senha',
    answer:
      'Peça uma nova na página de entrada, com um código no telefone ou e-mail e o segundo fator, se tiver. Depois os saques esperam um tempo, e avisamos por todos os seus meios.',
  },
  intruder: {
    question: 'Acho que alguém entrou na minha conta',
    answer:
      'Em Segurança, encerre as sessões que não conhece e mude a senha. O aviso de uma mudança na conta tem um link que a pausa: ninguém saca enquanto isso, nem você nem quem entrou.',
  },
  sessions: {
    question: 'Onde vejo as minhas sessões abertas?',
    answer:
      'Em Segurança: cada aparelho, desde quando e de onde. Você pode encerrar qualquer uma, ou todas menos esta.',
  },
  'real-balance': {
    question: 'Como sei que o meu saldo é verdadeiro?',
    answer:
      'Cada saldo abre nos lançamentos que o somam, e o seu telefone confere os recibos sozinho até o diário assinado. Todo dia se publica uma prova do que a empresa deve aos clientes, e a sua parte está nela.',
  },
  practice: {
    question: 'O dinheiro daqui é real?',
    answer:
      'No mercado de prática não: preços e dinheiro são simulados, e cada tela diz isso. Se uma tela não tem essa nota, a empresa opera com dinheiro real.',
  },
  'staff-looks': {
    question: 'Quem de vocês vê os meus dados?',
    answer:
      'Pouca gente, e só por um caso seu. Cada vez que alguém olha os seus dados ou lê uma conversa, fica no seu registro, com a hora e o caso.',
  },
  restricted: {
    question: 'Minha conta está restrita: o que posso fazer?',
    answer:
      'Ver tudo, baixar, vender e encerrar o que tem, sacar para uma conta já verificada e escrever ao suporte. Uma restrição nunca fica com o seu dinheiro.',
  },
  limits: {
    question: 'Posso me impor limites ou uma pausa?',
    answer:
      'Sim. Um limite menor vale na hora; um maior espera. Uma pausa deixa vender e sacar, e ninguém pode encurtá-la.',
  },
  statements: {
    question: 'Onde estão os meus extratos?',
    answer: 'Em Extratos, em PDF e em CSV. Os números são os do livro-razão, e você pode abrir cada um.',
  },
  complaint: {
    question: 'Como reclamo?',
    answer:
      'Escreva primeiro para nós: a resposta tem prazo, e você guarda uma cópia com o hash. Também pode ir à autoridade do seu país a qualquer momento, por exemplo a CVM ou o consumidor.gov.br no Brasil.',
  },
}
