/* LOCO! in C: the loop of random games that our compiled rules are compared with.

   It mirrors src/locarium/kernel/{bits,rng,playout}.py and src/locarium/games/loco/rules.py: the same state, the same
   generator, the same order of draws. bench/c_version.py asserts that both give the same steps and scores for a seed.
   It is idiomatic C for the comparison only; the rules are defined in rules.py. */

#include <stdint.h>

#if defined(__BMI2__) && !defined(__znver1__) && !defined(__znver2__)
#include <immintrin.h>
#define HAS_FAST_PDEP 1 /* the first two generations of Zen emulate it slowly */
#endif

enum {
    COLOURS = 5,
    VALUES = 6,
    MARKERS_PER_COLOUR = 5, /* LOCO-01 */
    LOCO = 0,               /* the value of a Loco card, LOCO-02 */
    CARDS = COLOURS * VALUES, /* card = colour * VALUES + value */
    ALL_CARDS = (1 << CARDS) - 1,
    ALL_COLOURS = (1 << COLOURS) - 1,
    WHOLE_PILE = (1 << VALUES) - 1,
    LOCO_CARDS = 1 | 1 << 6 | 1 << 12 | 1 << 18 | 1 << 24,
    MAX_SEATS = 5,

    /* The choice made with a card: a marker of colour 0 to 4, no marker, or a Loco card without a shout. */
    NO_MARKER = COLOURS,
    UNSHOUTED = COLOURS + 1,
    CHOICES = COLOURS + 2, /* action = card * CHOICES + choice */

    MAX_LEGAL = 14 * CHOICES,
    MAX_DRAWS = 1 + CARDS,
    DIGIT = 3, /* bits per card: a pile is an octal number with one digit per card (value + 1), top card last */
    TRUTH = -1,
};

enum { RUNNING, COLOUR_COMPLETE, MATCH_COMPLETE };

typedef int64_t integer;

typedef struct {
    integer seats;
    integer laid_out;      /* cards laid out, not dealt, LOCO-04 */
    integer hand_size;     /* cards dealt to each seat, LOCO-05 */
    integer games;         /* in a match, LOCO-16 */
    integer strict_marker; /* 1 if the marker must differ in colour from the card, LOCO-19 */
} Rules;

typedef struct {
    integer active; /* bit set of the seats that can act; 0 in a running game means that chance is due */
    integer over;   /* 0 while the game runs, then the reason why it ended */
    integer first;  /* the seat to count from when several can act */
    integer sealed;
    integer observer;
    integer games_begun; /* deals made so far */
    integer dealer;
    integer out;              /* bit set of the cards laid out */
    integer hands[MAX_SEATS]; /* bit set of cards */
    integer held[MAX_SEATS];  /* number of cards in each hand */
    integer played;           /* bit set of the cards on the piles */
    integer last_cards;       /* bit set of the cards that would complete their colour */
    integer piles[COLOURS];   /* octal */
    integer in_stock;         /* bit set of the colours with a marker left */
    integer stock[COLOURS];   /* markers left */
    integer markers[MAX_SEATS][COLOURS]; /* markers in front of each seat */
    integer carried[MAX_SEATS];          /* points from earlier games of the match */
} State;

/* Bit sets. */

static inline integer bit(integer element) { return (integer)1 << element; }

static inline integer lowest_bit(integer bits) { return __builtin_ctzll((uint64_t)bits); }

static inline integer count_bits(integer bits) { return __builtin_popcountll((uint64_t)bits); }

static inline integer nth_bit(integer bits, integer n) {
#ifdef HAS_FAST_PDEP
    return lowest_bit((integer)_pdep_u64((uint64_t)bit(n), (uint64_t)bits));
#else
    for (; n > 0; n--) bits &= bits - 1;
    return lowest_bit(bits);
#endif
}

/* The generator: multiply-with-carry. */

static inline integer random_below(integer *rng, integer n) {
    const integer multiplier = 1821284388, low32 = 0xFFFFFFFF;
    integer x = multiplier * (*rng & low32) + (*rng >> 32);
    *rng = x;
    return ((x & low32) ^ (x >> 32)) * n >> 32;
}

/* The rules, in the order of rules.py. */

static inline void begin(const Rules *rules, State *state) {
    state->active = 0;
    state->over = RUNNING;
    state->first = 0;
    state->sealed = 0;
    state->observer = TRUTH;
    state->games_begun = 0;
    for (integer seat = 0; seat < rules->seats; seat++) state->carried[seat] = 0;
}

/* Draw the first dealer, then the cards laid out and the hands, card by card. The last hand needs no draws. */
static inline integer chance(const Rules *rules, const State *state, integer *radices) {
    integer n = 0;
    if (state->games_begun == 0) radices[n++] = rules->seats;
    for (integer left = CARDS; left > rules->hand_size; left--) radices[n++] = left;
    return n;
}

/* Set up a game: no card is played, all markers are in stock. */
static inline void clear_table(const Rules *rules, State *state) {
    state->played = 0;
    state->last_cards = 0;
    state->in_stock = ALL_COLOURS;
    for (integer colour = 0; colour < COLOURS; colour++) {
        state->piles[colour] = 0;
        state->stock[colour] = MARKERS_PER_COLOUR;
    }
    for (integer seat = 0; seat < rules->seats; seat++) {
        state->held[seat] = rules->hand_size;
        for (integer colour = 0; colour < COLOURS; colour++) state->markers[seat][colour] = 0;
    }
}

/* Deal: LOCO-04, LOCO-05. The seat on the dealer's left starts: LOCO-07. The deal goes clockwise: LOCO-16. */
static inline void draw(const Rules *rules, State *state, const integer *digits) {
    state->dealer = state->games_begun == 0 ? *digits++ : (state->dealer + 1) % rules->seats;
    state->games_begun++;
    integer deck = ALL_CARDS;
    for (integer i = 0; i < rules->laid_out; i++) deck &= ~bit(nth_bit(deck, *digits++));
    state->out = ALL_CARDS & ~deck;
    for (integer seat = 0; seat < rules->seats - 1; seat++) {
        integer rest = deck;
        for (integer i = 0; i < rules->hand_size; i++) rest &= ~bit(nth_bit(rest, *digits++));
        state->hands[seat] = deck & ~rest;
        deck = rest;
    }
    state->hands[rules->seats - 1] = deck;
    clear_table(rules, state);
    state->active = bit((state->dealer + 1) % rules->seats);
}

/* Bit set of the choices that are legal with a card: LOCO-08 to LOCO-11, LOCO-13, LOCO-19. */
static inline integer choices(const Rules *rules, const State *state, integer card) {
    integer colour = card / VALUES, value = card % VALUES;
    integer markers = state->in_stock;
    if (rules->strict_marker && markers & ~bit(colour)) markers &= ~bit(colour);
    if (markers == 0 || state->last_cards >> card & 1) markers |= bit(NO_MARKER);
    if (value == LOCO) markers |= bit(UNSHOUTED);
    return markers;
}

/* List every card of the hand with every legal choice. */
static inline integer legal(const Rules *rules, const State *state, integer seat, integer *actions) {
    integer n = 0;
    for (integer hand = state->hands[seat]; hand; hand &= hand - 1) {
        integer card = lowest_bit(hand);
        for (integer rest = choices(rules, state, card); rest; rest &= rest - 1)
            actions[n++] = card * CHOICES + lowest_bit(rest);
    }
    return n;
}

/* Pick without a list: every card allows all markers in stock, and Loco cards and last cards one more choice. */
static inline integer pick(const Rules *rules, const State *state, integer seat, integer *rng, integer *actions) {
    if (rules->strict_marker) return actions[random_below(rng, legal(rules, state, seat, actions))];
    integer hand = state->hands[seat];
    integer markers = state->in_stock ? state->in_stock : bit(NO_MARKER);
    integer each = count_bits(markers);
    integer locos = hand & LOCO_CARDS;
    integer declining = state->in_stock ? hand & state->last_cards : 0;
    integer lot = random_below(rng, state->held[seat] * each + count_bits(locos) + count_bits(declining));
    if (lot < state->held[seat] * each)
        return nth_bit(hand, lot / each) * CHOICES + nth_bit(markers, lot % each);
    lot -= state->held[seat] * each;
    if (lot < count_bits(locos)) return nth_bit(locos, lot) * CHOICES + UNSHOUTED;
    return nth_bit(declining, lot - count_bits(locos)) * CHOICES + NO_MARKER;
}

/* The current value of a marker of this colour: LOCO-14. */
static inline integer worth(const State *state, integer colour) {
    integer top = state->piles[colour] & ((1 << DIGIT) - 1);
    return top ? top - 1 : 0;
}

/* The points of a seat's markers in this game. */
static inline integer points(const State *state, integer seat) {
    integer total = 0;
    for (integer colour = 0; colour < COLOURS; colour++) total += state->markers[seat][colour] * worth(state, colour);
    return total;
}

/* End the match, or make the next deal due: LOCO-16. */
static inline void end_game(const Rules *rules, State *state) {
    state->active = 0;
    if (state->games_begun == rules->games) {
        state->over = rules->games == 1 ? COLOUR_COMPLETE : MATCH_COMPLETE;
        return;
    }
    for (integer seat = 0; seat < rules->seats; seat++) state->carried[seat] += points(state, seat);
}

/* Make a turn: play a card, take a marker (LOCO-08). The sixth card of a colour ends the game (LOCO-12). */
static inline void apply(const Rules *rules, State *state, integer seat, integer action) {
    integer card = action / CHOICES, choice = action % CHOICES;
    integer colour = card / VALUES;
    state->hands[seat] &= ~bit(card);
    state->held[seat]--;
    state->played |= bit(card);
    state->piles[colour] = state->piles[colour] << DIGIT | (card % VALUES + 1);
    if (choice < COLOURS) {
        state->stock[choice]--;
        state->markers[seat][choice]++;
        if (state->stock[choice] == 0) state->in_stock &= ~bit(choice);
    }
    state->active = bit(seat + 1 < rules->seats ? seat + 1 : 0);
    integer missing = ~state->played & (integer)WHOLE_PILE << colour * VALUES;
    if (missing == 0)
        end_game(rules, state);
    else if ((missing & (missing - 1)) == 0)
        state->last_cards |= missing;
}

/* Return the winners: most points, ties share the win. LOCO-15, LOCO-16. */
static inline integer judge(const Rules *rules, const State *state, integer *scores) {
    int between_games = state->active == 0 && state->over == RUNNING; /* the points are already carried over */
    integer best = -1, winners = 0;
    for (integer seat = 0; seat < rules->seats; seat++) {
        scores[seat] = state->carried[seat] + (between_games ? 0 : points(state, seat));
        if (scores[seat] > best) {
            best = scores[seat];
            winners = 0;
        }
        if (scores[seat] == best) winners |= bit(seat);
    }
    return winners;
}

/* Random play, as in playout.py. */

/* Return the first seat that can act, counted from `first`. */
static inline integer next_seat(const State *state) {
    integer from_first = state->active >> state->first;
    return from_first ? state->first + lowest_bit(from_first) : lowest_bit(state->active);
}

static inline void draw_at_random(const Rules *rules, State *state, integer *rng, integer *digits) {
    integer count = chance(rules, state, digits);
    for (integer i = 0; i < count; i++) digits[i] = random_below(rng, digits[i]);
    draw(rules, state, digits);
}

static inline integer play_out(const Rules *rules, State *state, integer *rng, integer *actions, integer *digits) {
    integer steps = 0;
    while (state->over == 0) {
        if (state->active == 0) {
            draw_at_random(rules, state, rng, digits);
        } else {
            integer seat = next_seat(state);
            apply(rules, state, seat, pick(rules, state, seat, rng, actions));
            steps++;
        }
    }
    return steps;
}

/* Play so many random games; adds the scores by seat to totals; returns the seats' steps. */
integer play_games(const Rules *rules, integer games, integer *rng, integer *totals) {
    State state;
    integer actions[MAX_LEGAL], digits[MAX_DRAWS], scores[MAX_SEATS];
    integer steps = 0;
    for (integer i = 0; i < games; i++) {
        begin(rules, &state);
        steps += play_out(rules, &state, rng, actions, digits);
        judge(rules, &state, scores);
        for (integer seat = 0; seat < rules->seats; seat++) totals[seat] += scores[seat];
    }
    return steps;
}
