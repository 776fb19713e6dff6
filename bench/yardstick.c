/* Mini Rails in plain C, in the order of RULES.md, the way one writes C: the yardstick for our compiled rules.
 *
 * It plays the same games: the same generator (kernel/chance.py), the same lists of moves in the same order and the
 * same draws (games/mini_rails/rules.py). A State keeps what the one there keeps: all that tells two positions apart.
 */
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

enum { COMPANIES = 6, ROUNDS = 6, LIMIT = 10, HEXES = 49, PLACES = 7, TILES_IN_ALL = 7, SEATS = 5, SPACES = 2 * SEATS + 1 };
enum { NOBODY = -1, MARKER = COMPANIES }; /* a market space: a disc's company, MARKER + seat, or NOBODY */
enum { BUY_TILE = 1, BUILD_TILE = 2 };
enum { BUY = 0, BUILD = 16, LAY = 32, LAY_FRAME = 96, SIDE = 100, COLOUR = 110, TILE = 200, DRAW = 300, BEGINS = 400 };
enum { CHANCE = -1, OVER = -2 };
enum { MOST_MOVES = 96 };

typedef enum { FRAME_SIDE, FRAME_COLOURS, TILES, DRAW_PHASE, ACTION, SITE, STARTER } Phase;

/* What is printed; yardstick.py fills it in from our own components. */
typedef struct {
    int64_t places[PLACES * 7]; /* the hexes of each tile: its centre, then clockwise */
    int64_t around[HEXES];      /* the neighbours of each hex, as a set of bits */
    int64_t starts[(PLACES - 1) * 3];
} Land;

typedef struct {
    Land lands[2];
    int64_t faces[TILES_IN_ALL * 2 * 7];
} Box;

typedef struct {
    const Box *box;
    int players, start_hexes;
    int to_act, turn, round;
    Phase phase;
    int done, hand, starter;
    int side, frame[PLACES], tile_at[PLACES], value[HEXES];
    int bag[COMPANIES], at[HEXES], on_frame[COMPANIES];
    uint64_t reach[COMPANIES], empty; /* hexes beside a company's discs; hexes without a disc */
    int of[SEATS * ROUNDS], stock_at[SEATS * ROUNDS], taxed[ROUNDS];
    int market[SPACES], order[2 * SEATS], action_tiles[SEATS];
} State;

/* -- chance -------------------------------------------------------------------------------------------------- */

typedef struct {
    uint32_t a, b, c, d, e, count;
} Rng;

static uint32_t word(Rng *rng) {
    uint32_t t = rng->e, s = rng->a;
    rng->e = rng->d;
    rng->d = rng->c;
    rng->c = rng->b;
    rng->b = s;
    t ^= t >> 2;
    t ^= t << 1;
    t ^= s ^ (s << 4);
    rng->a = t;
    rng->count += 362437;
    return t + rng->count;
}

static int below(Rng *rng, uint32_t n) {
    if (n <= 1) return 0;
    uint64_t product = (uint64_t)word(rng) * n;
    if ((uint32_t)product < n) {
        uint32_t floor = -n % n;
        while ((uint32_t)product < floor) product = (uint64_t)word(rng) * n;
    }
    return product >> 32;
}

static Rng seed_at(const uint32_t seed[4], uint32_t n) {
    Rng rng = {seed[0] ^ n, seed[1] ^ (n * 40503), seed[2] + n, seed[3] | 1, 0x2F6E2B1, seed[0] ^ n};
    for (int k = 0; k < 8; k++) word(&rng);
    return rng;
}

/* -- what may be done ---------------------------------------------------------------------------------------- */

static bool framed(const State *s, int company) {
    for (int place = 1; place < PLACES; place++)
        if (s->frame[place] == company) return true;
    return false;
}

/* 1.3 The tile with the Big City lies in the centre, the others around it: the next ones, as a set of bits. */
static int fitting(const State *s, int place) {
    if (place == 0) return 1;
    int left = (1 << TILES_IN_ALL) - 1;
    for (int before = 0; before < place; before++) left &= ~(1 << s->tile_at[before] / 12);
    return left;
}

static int legal(const State *s, int moves[MOST_MOVES]) {
    int n = 0;
    switch (s->phase) {
    case ACTION: {
        int tiles = s->action_tiles[s->to_act];
        for (int space = 0; space < 2 * s->players + 1; space++)
            if (s->market[space] < MARKER) {
                if (tiles & BUY_TILE) moves[n++] = BUY + space;
                if (tiles & BUILD_TILE) moves[n++] = BUILD + space;
            }
        break;
    }
    case SITE: {
        uint64_t sites = s->reach[s->hand] & s->empty; /* 3.3 */
        if (!sites) moves[n++] = LAY_FRAME;            /* 3.5 */
        for (; sites; sites &= sites - 1) moves[n++] = LAY + __builtin_ctzll(sites);
        break;
    }
    case DRAW_PHASE:
        for (int company = 0; company < COMPANIES; company++)
            if (s->bag[company] > 0) moves[n++] = DRAW + company;
        break;
    case FRAME_SIDE:
        moves[n++] = SIDE;
        moves[n++] = SIDE + 1;
        break;
    case FRAME_COLOURS:
        for (int company = 0; company < COMPANIES; company++)
            if (!framed(s, company)) moves[n++] = COLOUR + company;
        break;
    case TILES: {
        int tiles = fitting(s, s->done);
        for (int tile = 0; tile < TILES_IN_ALL; tile++)
            if (tiles >> tile & 1)
                for (int face_and_turn = 0; face_and_turn < 12; face_and_turn++)
                    moves[n++] = TILE + tile * 12 + face_and_turn;
        break;
    }
    case STARTER:
        for (int seat = 0; seat < s->players; seat++) moves[n++] = BEGINS + seat;
        break;
    }
    return n;
}

static int draw(const State *s, Rng *rng) {
    if (s->phase != DRAW_PHASE) {
        int outcomes[MOST_MOVES];
        int n = legal(s, outcomes);
        return outcomes[below(rng, n)];
    }
    int left = 0;
    for (int company = 0; company < COMPANIES; company++) left += s->bag[company];
    int at = below(rng, left), company = 0;
    while ((at -= s->bag[company]) >= 0) company++;
    return DRAW + company;
}

/* -- what happens -------------------------------------------------------------------------------------------- */

static void put(State *s, int company, int hex) {
    s->at[hex] = company;
    s->empty &= ~(1ull << hex);
    s->reach[company] |= s->box->lands[s->side].around[hex];
}

/* 3.6 No stock passes +10 or -10. */
static void move_stocks(State *s, int company, int spots) {
    for (int k = 0; k < s->players * ROUNDS; k++)
        if (s->of[k] == company) {
            int at = s->stock_at[k] + spots;
            s->stock_at[k] = at > LIMIT ? LIMIT : at < -LIMIT ? -LIMIT : at;
        }
}

/* 1.1 Clockwise from the starting player, then backwards from the last one. */
static void place_markers(State *s, int starter) {
    s->starter = starter;
    for (int place = 0; place < s->players; place++)
        s->order[place] = s->order[2 * s->players - 1 - place] = (starter + place) % s->players;
}

/* 2. Draw phase */
static void begin_round(State *s) {
    s->round++;
    s->done = 0;
    s->phase = DRAW_PHASE;
    s->to_act = CHANCE;
    for (int seat = 0; seat < s->players; seat++) s->action_tiles[seat] = BUY_TILE | BUILD_TILE;
}

/* 1.2 The frames lie in a random order of colours. */
static void place_frame(State *s, int company) {
    s->frame[++s->done] = company;
    if (s->done == 6) {
        s->phase = TILES;
        s->done = 0;
    }
}

/* 1.4 One or three discs a company beside its frame. */
static void place_starting_discs(State *s) {
    s->empty = (1ull << HEXES) - 1;
    for (int place = 1; place < PLACES; place++)
        for (int k = 0; k < 3; k++)
            if (s->start_hexes == 3 || k == 1)
                put(s, s->frame[place], s->box->lands[s->side].starts[(place - 1) * 3 + k]);
}

/* 1.3 A tile with a random side up and randomly turned. */
static void place_tile(State *s, int code) {
    const int64_t *places = &s->box->lands[s->side].places[s->done * 7];
    const int64_t *face = &s->box->faces[code / 6 * 7];
    int turn = code % 6;
    s->tile_at[s->done] = code;
    s->value[places[0]] = face[0];
    for (int k = 0; k < 6; k++) s->value[places[1 + k]] = face[1 + (k + turn) % 6];
    if (++s->done == PLACES) {
        place_starting_discs(s);
        if (s->starter == NOBODY)
            s->phase = STARTER;
        else
            begin_round(s);
    }
}

/* 3.1 The owner of the first marker on the order track acts. */
static void await_turn(State *s) {
    s->phase = ACTION;
    s->to_act = s->order[s->done];
}

/* 2.1 Discs fill the market from the first space on. */
static void draw_disc(State *s, int company) {
    s->bag[company]--;
    s->market[s->done++] = company;
    if (s->done == 2 * s->players + 1) {
        s->done = 0;
        await_turn(s);
    }
}

/* 4.1 The last disc is taxed; 4.2 the market's markers are the next order. */
static void tax(State *s) {
    int place = 0;
    for (int space = 0; space < 2 * s->players + 1; space++) {
        int held = s->market[space];
        if (held >= MARKER)
            s->order[place++] = held - MARKER;
        else
            s->taxed[s->round - 1] = held;
        s->market[space] = NOBODY;
    }
    if (s->round < ROUNDS)
        begin_round(s);
    else
        s->to_act = OVER;
}

static void end_turn(State *s) {
    s->hand = NOBODY;
    s->turn++;
    if (++s->done < 2 * s->players)
        await_turn(s);
    else
        tax(s);
}

/* 3.2 A disc of the market makes room for the player's marker. */
static void take(State *s, int space, int tile) {
    int seat = s->to_act, company = s->market[space];
    s->market[space] = MARKER + seat;
    s->action_tiles[seat] &= ~tile;
    if (tile == BUY_TILE) {
        int k = seat * ROUNDS + s->round - 1;
        s->of[k] = company;
        s->stock_at[k] = 0;
        end_turn(s);
    } else {
        s->hand = company;
        s->phase = SITE;
    }
}

/* 3.4 The hex moves every stock of the company. */
static void lay(State *s, int hex) {
    put(s, s->hand, hex);
    move_stocks(s, s->hand, s->value[hex]);
    end_turn(s);
}

/* 3.5 A company without a hex left loses 1. */
static void lay_on_frame(State *s) {
    s->on_frame[s->hand]++;
    move_stocks(s, s->hand, -1);
    end_turn(s);
}

static void play(State *s, int move) {
    switch (s->phase) {
    case ACTION:
        if (move >= BUILD)
            take(s, move - BUILD, BUILD_TILE);
        else
            take(s, move - BUY, BUY_TILE);
        break;
    case SITE:
        if (move == LAY_FRAME)
            lay_on_frame(s);
        else
            lay(s, move - LAY);
        break;
    case DRAW_PHASE:
        draw_disc(s, move - DRAW);
        break;
    case FRAME_SIDE:
        s->side = move - SIDE;
        s->phase = FRAME_COLOURS;
        break;
    case FRAME_COLOURS:
        place_frame(s, move - COLOUR);
        break;
    case TILES:
        place_tile(s, move - TILE);
        break;
    case STARTER:
        place_markers(s, move - BEGINS);
        begin_round(s);
        break;
    }
}

/* -- 5. End and score ---------------------------------------------------------------------------------------- */

static bool counts(const State *s, int k) {
    bool taxed = false;
    for (int round = 0; round < ROUNDS; round++) taxed |= s->taxed[round] == s->of[k];
    return s->of[k] >= 0 && (s->stock_at[k] == 0 || (s->stock_at[k] > 0) == taxed);
}

static int score(const State *s, int seat) {
    int total = 0;
    for (int k = seat * ROUNDS; k < (seat + 1) * ROUNDS; k++)
        if (counts(s, k)) total += s->stock_at[k];
    return total;
}

/* 5.4 How many of a seat's stocks that count stand on each place, the highest place first. */
static void worth(const State *s, int seat, int8_t stocks[2 * LIMIT + 1]) {
    memset(stocks, 0, 2 * LIMIT + 1);
    for (int k = seat * ROUNDS; k < (seat + 1) * ROUNDS; k++)
        if (counts(s, k)) stocks[LIMIT - s->stock_at[k]]++;
}

/* 5.3 to 5.6 The winners, as a set of bits: most points, then the better stocks. */
static int winners(const State *s) {
    int8_t best[2 * LIMIT + 1], stocks[2 * LIMIT + 1];
    int winners = 0, most = 0;
    for (int seat = 0; seat < s->players; seat++) {
        int points = score(s, seat);
        worth(s, seat, stocks);
        int better = !winners ? 1 : points != most ? points - most : memcmp(stocks, best, sizeof best);
        if (better > 0) {
            winners = 0;
            most = points;
            memcpy(best, stocks, sizeof best);
        }
        if (better >= 0) winners |= 1 << seat;
    }
    return winners;
}

/* -- whole games --------------------------------------------------------------------------------------------- */

static State new_game(const Box *box, int players, int start_hexes, int discs_in_bag) {
    State s = {.box = box, .players = players, .start_hexes = start_hexes, .to_act = CHANCE, .phase = FRAME_SIDE};
    s.hand = s.starter = NOBODY;
    for (int company = 0; company < COMPANIES; company++) s.bag[company] = discs_in_bag;
    memset(s.frame, NOBODY, sizeof s.frame); /* every byte 0xFF: every int -1 */
    memset(s.tile_at, NOBODY, sizeof s.tile_at);
    memset(s.at, NOBODY, sizeof s.at);
    memset(s.of, NOBODY, sizeof s.of);
    memset(s.taxed, NOBODY, sizeof s.taxed);
    memset(s.market, NOBODY, sizeof s.market);
    memset(s.order, NOBODY, sizeof s.order);
    return s;
}

static void settle(State *s, Rng *rng) {
    while (s->to_act == CHANCE) play(s, draw(s, rng));
}

/* Random moves to the end, with the complete list at each decision; how many there were. */
static int playout(State *s, Rng *rng) {
    int decisions = 0;
    settle(s, rng);
    while (s->to_act != OVER) {
        int moves[MOST_MOVES];
        int n = legal(s, moves);
        play(s, moves[below(rng, n)]);
        decisions++;
        settle(s, rng);
    }
    return decisions;
}

/* Games `first` to `first + games - 1` of a seed; how many decisions there were in all. Where `told` is given, it
 * hears of each game: the scores, the winners as bits, the decisions. */
int64_t yardstick(const Box *box, const uint32_t seed[4], int players, int start_hexes, int discs_in_bag, int64_t first,
                  int64_t games, int64_t *told) {
    State start = new_game(box, players, start_hexes, discs_in_bag);
    int64_t decisions = 0;
    for (int64_t game = first; game < first + games; game++) {
        State state = start;
        Rng rng = seed_at(seed, (uint32_t)game);
        int made = playout(&state, &rng);
        decisions += made;
        if (told) {
            for (int seat = 0; seat < players; seat++) *told++ = score(&state, seat);
            *told++ = winners(&state);
            *told++ = made;
        }
    }
    return decisions;
}
